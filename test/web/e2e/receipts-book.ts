import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

const LESSON = { designation: 'Cours', quantity: 1, unitPrice: 10_000, vatCode: 'FR_00HT', type: 'service_delivery' };

/** The receipts book: cash, takings, a quarter, its downloads, and the document of a line. */
export const userJourney = journey({
  name: 'a micro-entrepreneur reads the receipts of a quarter with cash apart, opens a document from its line and downloads the book',
  run: async (stage) => {
    const { page, visit, check, books } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company({ ...COMPANY, vatRegime: 'franchise' });
    const { id, number } = await books.finalized(books.invoice(await books.contact(), { lines: [LESSON] }));
    const payments = [
      { amount: 4_000, receivedAt: MONDAY, method: 'cash' },
      { amount: 6_000, receivedAt: MONDAY, method: 'transfer' },
    ];
    await books.done('mark-paid', id, { payments });
    await takingsOfMarket(stage);

    await visit('/');
    await page.getByRole('link', { name: 'Livres', exact: true }).click();
    await page.getByRole('heading', { name: 'Tenir' }).waitFor();
    await check('all books', page, 'all');
    await page.getByRole('link', { name: 'Livre des recettes' }).click();
    await page.getByRole('heading', { name: 'Livre des recettes' }).waitFor();
    await page.getByRole('combobox', { name: 'Mois ou trimestre' }).selectOption({ label: '1er trimestre' });
    await page.waitForURL(/periode=2026-T1/);
    const figures = page.locator('.book-totals');
    await figures.getByText(/^340,00\s€$/).waitFor();
    assert.match(await figures.innerText(), /dont espèces\s+280,00\s€/);
    await check('receipts book of a quarter', page, 'all');

    assert.match(await saved(stage, 'Télécharger en CSV', /\.csv$/), new RegExp(`;${number};Léa Moreau;`));
    assert.ok((await saved(stage, 'Télécharger pour Excel', /\.xlsx$/)).startsWith('PK'));
    assert.ok((await saved(stage, 'Télécharger en PDF', /\.pdf$/)).startsWith('%PDF'));

    await page.getByRole('combobox', { name: 'Mois ou trimestre' }).selectOption({ label: '2e trimestre' });
    await page.getByText('Aucune recette sur cette période.').waitFor();
    await page.getByRole('combobox', { name: 'Mois ou trimestre' }).selectOption({ label: 'Mars 2026' });
    await page.getByRole('link', { name: number }).first().press('Enter');
    await page.waitForURL(`**/documents/${id}`);
  },
});

/** 240.00 of goods sold for cash on a market. */
async function takingsOfMarket({ page, visit }: Stage): Promise<void> {
  await visit('/reglages/e-reporting');
  await page.getByLabel('TVA', { exact: true }).selectOption({ label: 'Sans TVA' });
  await page.getByLabel('Règlement').selectOption({ label: 'Espèces' });
  await page.getByLabel('Montant TTC').fill('240');
  await page.getByRole('button', { name: 'Ajouter' }).click();
  await page.getByText('Biens, 0 %, espèces').waitFor();
}

/** The content of a download, as Latin-1 for binary files. */
async function saved({ page }: Stage, name: string, file: RegExp): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  assert.match(download.suggestedFilename(), file);
  return readFileSync(await download.path(), file.source.includes('csv') ? 'utf8' : 'latin1');
}
