import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { journey } from '../e2e-test.ts';

const PRODUCTS = 200;

/**
 * The catalogue is imported from a spreadsheet: previewed before anything is written, with faults
 * by line.
 */
export const userJourney = journey({
  name: '200 products are imported from a file like its template; the one bad row is reported and skipped',
  run: async ({ page, visit, check, api }) => {
    await visit('/catalogue');
    await page.getByRole('heading', { name: 'Écrivez une fois, facturez souvent' }).waitFor();
    await check('no articles');

    const rows = Array.from({ length: PRODUCTS }, (_, nth) => `Article ${nth + 1};Prestation;jour;${nth + 1},50;20 %`);
    const file = ['Désignation;Type;Unité;Prix unitaire;TVA', ...rows, 'Faux;Prestation;jour;beaucoup;20 %'].join(
      '\r\n',
    );
    await page.getByRole('button', { name: 'Importer un fichier CSV' }).click();
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'articles.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Télécharger un modèle à remplir' }).click();
    await choose(await readFile(await (await saved).path(), 'utf8'));
    await page.getByText('1 ligne dans ce fichier : 1 sera créée').waitFor();
    // Cancelling the file dialog leaves the user on the same screen.
    await page.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true });
    await choose(file);
    await page.getByText('201 lignes dans ce fichier').waitFor();
    await page.getByText('Ligne 202, Prix unitaire').waitFor();
    assert.equal((await api('/v2/catalog')).json?.totalDocs, 0, 'nothing is written before it is confirmed');
    await check('what is wrong with a file');

    await page.getByLabel('Ignorer la ligne en erreur et importer les autres').check();
    await page.getByRole('button', { name: 'Importer 200 lignes' }).click();
    await page.getByText('200 lignes créées, 1 ignorée').waitFor();
    assert.equal((await api('/v2/catalog')).json?.totalDocs, PRODUCTS);

    await page.getByRole('searchbox').fill('article 200');
    await page.getByRole('link', { name: 'Article 200' }).click();
    await page.getByLabel('Prix unitaire').fill('250');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('row', { name: /Article 200.*250,00/ }).waitFor();
    await check('articles');
  },
});
