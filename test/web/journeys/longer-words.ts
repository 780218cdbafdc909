import assert from 'node:assert/strict';
import { overflowing } from '../faults-of-screen.ts';
import { journey } from '../journey.ts';

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
const SIZES = [
  { width: 320, height: 700 },
  { width: 1440, height: 900 },
];

/** Every text 40 % longer than French, as only whoever drives the browser can have it: nothing sticks out of the window, on any screen. */
export const told = journey({
  name: 'with texts 40 % longer nothing is wider than the window; faults of a screen are found at all',
  run: async ({ page, visit, check }) => {
    const found: string[] = [];
    // An address alone has nothing longer.
    await visit('/factures?langue=pseudo');
    assert.equal(await page.locator('h1:visible').first().textContent(), 'Factures');
    await page.addInitScript('globalThis.facturierLongerWords = true');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const path of SCREENS) {
        await visit(path);
        const title = (await page.locator('h1:visible').first().textContent()) ?? '';
        assert.ok(title.startsWith('[') || path === '/', `${path} has its title from the catalogues: ${title}`);
        found.push(...(await overflowing(page)).map((each) => `${path} (${size.width}): ${each}`));
      }
    }
    assert.deepEqual(found, []);

    // The control: what is put there is found.
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<img src="/app/icon.svg"><p id="wide"></p>')`,
    );
    await page.evaluate(`document.getElementById('wide').append('à'.repeat(900))`);
    await assert.rejects(check('control'), /image-alt[\s\S]*wider than the window/);
  },
});
