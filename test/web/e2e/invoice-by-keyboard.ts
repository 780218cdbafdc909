import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';
import { isReachableByKeyboard } from '../keyboard-reach.ts';

/** An invoice from the empty form to its number without a pointer. */
export const userJourney = journey({
  name: 'an invoice is created, edited, corrected and finalized with the keyboard only',
  run: async ({ page, visit, api }) => {
    const address = { address: '5 place des Tonneliers', zipCode: '69002', city: 'Lyon', country: 'FR' };
    const customer = { name: 'Maison Verdier', siret: '55210055400013', billingAddress: address };
    await api('/organization', { body: customer });
    const { to } = await isReachableByKeyboard(page);
    await visit('/factures/nouvelle');
    const keys = page.keyboard;
    await keys.type('verd');
    await page.getByRole('option', { name: /Maison Verdier/ }).waitFor();
    await keys.press('Enter');
    await page.getByLabel('Objet').waitFor();

    await to('Objet');
    await keys.type('Un comptoir');
    await to('Désignation, ligne 1');
    await keys.type('Comptoir de chêne');
    await keys.press('Tab');
    await keys.type('2');
    await to('Prix unitaire HT, ligne 1');
    // A letter O: it stays as typed, is listed with its line, is saved as nothing, and blocks
    // finalization.
    await keys.type('1O00');
    const unread = /Prix unitaire HT, ligne 1 \(Comptoir de chêne\)\s: «\s1O00\s» n’est pas reconnu/;
    await page.getByRole('listitem').getByText(unread).waitFor();
    await keys.press('Control+Enter');
    await page.getByRole('status').getByText(unread).waitFor();
    assert.equal(await page.getByText('Ensuite, son contenu ne change plus.').count(), 0);
    assert.equal(await page.getByLabel('Prix unitaire HT, ligne 1').inputValue(), '1O00');
    const [{ lines }] = (await drafts(api)) as [{ lines: { unitPrice: number }[] }];
    assert.equal(lines[0]?.unitPrice, 0);
    await keys.press('Control+a');
    await keys.type('1 234,50');
    await page.getByText(unread).first().waitFor({ state: 'detached' });
    // Enter moves to the line below, and creates it.
    await keys.press('Enter');
    assert.equal(await page.evaluate(`document.activeElement?.getAttribute('aria-label')`), 'Désignation, ligne 2');
    await keys.type('Pose');
    await to('Prix unitaire HT, ligne 2');
    await keys.type('480');
    await keys.press('Alt+ArrowUp');
    await page.waitForFunction(`document.activeElement?.getAttribute('aria-label') === 'Prix unitaire HT, ligne 1'`);
    await page.getByText('3 538,80 €').first().waitFor();
    await keys.press('Control+z');

    // A section from the second line on: created, named, moved up whole, and removed.
    await to(/^Ligne 2 : déplacer/, 'Shift+Tab');
    await keys.press('Enter');
    await to('Commencer une section ici', 'ArrowDown');
    await keys.press('Enter');
    await page.locator('[aria-label="Titre de la section, à partir de la ligne 2"]:focus').waitFor();
    await keys.type('Sur site');
    await page.getByText('Sous-total Sur site').waitFor();
    await keys.press('Alt+ArrowUp');
    await page.locator('[aria-label="Titre de la section, à partir de la ligne 1"]:focus').waitFor();
    await keys.press('Enter');
    await page.locator('[aria-label="Désignation, ligne 1"]:focus').waitFor();
    assert.equal(await page.getByLabel('Désignation, ligne 1').inputValue(), 'Pose');
    await page.getByRole('row', { name: 'Sous-total Sur site 480,00' }).waitFor();
    await keys.press('Control+z');
    await keys.press('Control+s');
    await page.getByRole('status').getByText('Déjà enregistré').first().waitFor();

    await keys.press('Control+Enter');
    await page.getByText('Ensuite, son contenu ne change plus.').waitFor();
    assert.equal((await drafts(api)).length, 1, 'the keys that open the dialog finalize nothing');
    await keys.press('Escape');
    await page.getByText('Ensuite, son contenu ne change plus.').waitFor({ state: 'detached' });
    await keys.press('Control+Enter');
    await page.getByText('Ensuite, son contenu ne change plus.').waitFor();
    await keys.press('Control+Enter');
    await page
      .getByRole('status')
      .getByText(/^F-\d{4}-0001 est finalisé/)
      .waitFor();
    const [invoice] = (await api('/v2/billings?type=invoice&state=finalized')).json.docs;
    assert.deepEqual(
      invoice.lines.map(({ designation, quantity, section }: Record<string, unknown>) => [
        designation,
        quantity,
        section,
      ]),
      [
        ['Comptoir de chêne', 2, undefined],
        ['Pose', 1, 'Sur site'],
      ],
    );
    assert.equal(invoice.sections[0].amountWithoutTax, 48_000);
    assert.equal(invoice.total.amountWithTaxAfterDiscount, 353_880);
  },
});

const drafts = async (api: (path: string) => Promise<{ json: { docs: unknown[] } }>): Promise<unknown[]> =>
  (await api('/v2/billings?type=invoice&state=draft')).json.docs;
