import assert from 'node:assert/strict';
import { overflowing, overflowingAt } from '../accessibility-checks.ts';
import { journey, type Stage } from '../e2e-test.ts';

const SCREENS = [
  '/',
  '/devis',
  '/factures',
  '/clients',
  '/projets',
  '/catalogue',
  '/paiements',
  '/reglages',
  '/plus',
  '/bienvenue',
];
const PHONE_WIDTH = 390;
const SIZES = [
  { width: 320, height: 700 },
  { width: 1440, height: 900 },
];

/**
 * Replaces every text by one 40 % longer than French: nothing overflows the window, on any screen.
 */
export const userJourney = journey({
  name: 'with texts 40 % longer no screen overflows the window; negative control: an overflow is detected',
  run: async ({ page, visit, check, books }) => {
    const found: string[] = [];
    // A screen that differs in its address only has no longer text.
    await visit('/factures?langue=pseudo');
    assert.equal(await page.locator('h1:visible').first().textContent(), 'Factures');
    await page.addInitScript('globalThis.facturierLongerWords = true');
    for (const path of SCREENS) {
      await visit(path);
      const title = (await page.locator('h1:visible').first().textContent()) ?? '';
      assert.ok(title.startsWith('[') || path === '/', `${path} has its title from the catalogues: ${title}`);
      for (const size of SIZES)
        found.push(...(await overflowingAt(page, size)).map((each) => `${path} (${size.width}): ${each}`));
    }
    found.push(...(await overDialogs({ page, visit, books })));
    assert.deepEqual(found, []);

    await page.setViewportSize({ width: 1440, height: 900 });
    await visit('/factures');
    // Negative control: an inserted overflow is found.
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<img src="/app/icon.svg"><p id="wide"></p>')`,
    );
    await page.evaluate(`document.getElementById('wide').append('à'.repeat(900))`);
    await assert.rejects(check('control', page, 'over'), /image-alt[\s\S]*wider than the window/);
  },
});

/** The most used dialogs, over their screens on a phone. */
async function overDialogs({ page, visit, books }: Pick<Stage, 'page' | 'visit' | 'books'>): Promise<string[]> {
  await books.company({ email: 'zoe@example.org' });
  const customer = await books.contact();
  const draft = await books.invoice(customer);
  const invoice = await books.finalized(books.invoice(customer));
  const offer = await books.finalized(books.estimate(customer));
  const dialogs = [
    [`/documents/${draft.id}`, 'Finaliser…'],
    [`/documents/${invoice.id}`, 'Envoyer'],
    [`/documents/${invoice.id}`, 'Enregistrer un'],
    [`/documents/${invoice.id}`, 'Faire un avoir'],
    [`/documents/${offer.id}`, 'Demander la signature'],
    ['/clients', 'Nouveau client'],
    ['/catalogue', 'Nouvel article'],
    ['/projets', 'Nouveau projet'],
  ] as const;
  const found: string[] = [];
  await page.setViewportSize({ width: PHONE_WIDTH, height: 844 });
  for (const [at, [path, name]] of dialogs.entries()) {
    if (path !== dialogs[at - 1]?.[0]) await visit(path);
    await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    const dialog = page.locator('dialog[open], [role=dialog]').filter({ visible: true }).first();
    await dialog.waitFor();
    assert.match((await dialog.textContent()) ?? '', /\[/, `${name} speaks of the catalogues`);
    found.push(...(await overflowing(page, PHONE_WIDTH)).map((each) => `${name} (390): ${each}`));
    // The content of a dialog may scroll vertically, never sideways.
    const isWide = await dialog.evaluate(
      (box: { scrollWidth: number; clientWidth: number }) => box.scrollWidth > box.clientWidth + 1,
    );
    if (isWide) found.push(`${name} (390): the dialog scrolls sideways`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  return found;
}
