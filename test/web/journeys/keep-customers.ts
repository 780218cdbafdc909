import assert from 'node:assert/strict';
import { journey } from '../journey.ts';

/** A customer from his first day to the archive. */
export const told = journey({
  name: 'a customer is made, found by a part of his name, put away, and taken back',
  run: async ({ page, visit, check, api, address }) => {
    await visit('/clients');
    await page.getByRole('heading', { name: 'Pour qui travaillez-vous ?' }).waitFor();
    await check('no customers');
    await page.getByRole('button', { name: 'Nouveau client' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nom').fill('Maison Verdier');
    await dialog.getByLabel('SIRET').fill('123');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    // The service says what is wrong, and it is said at its field.
    await dialog.locator('.field', { hasText: 'SIRET' }).locator('.wrong').waitFor();
    await check('what is wrong with a customer');
    await dialog.getByLabel('SIRET').fill('732 829 320 00074');
    await dialog.getByLabel('Adresse', { exact: true }).fill('5 place des Tonneliers');
    await dialog.getByLabel('Code postal').fill('69002');
    await dialog.getByLabel('Ville').fill('Lyon');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await page.getByRole('heading', { name: 'Maison Verdier' }).first().waitFor();
    await page.getByText('5 place des Tonneliers').waitFor();

    await visit('/clients');
    // Who chooses at once is not called back by his own words, though the screen takes longer to come than they take to be looked for.
    await page.route(/\/app\/customer-/, async (route) => {
      await page.waitForTimeout(600);
      await route.continue();
    });
    await page.getByRole('searchbox').fill('verd');
    await page.getByRole('link', { name: 'Maison Verdier' }).click();
    await page.getByRole('button', { name: 'Archiver' }).click();
    await page.getByText('Maison Verdier est archivé').waitFor();
    assert.equal((await api('/organizations?archived=true')).json?.totalDocs, 1);
    await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Archiver' }).waitFor();
    await page.waitForURL(new RegExp(`^${address}/clients/`));
    assert.equal((await api('/organizations?archived=false')).json?.totalDocs, 1);
  },
});
