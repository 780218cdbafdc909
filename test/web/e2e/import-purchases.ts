import assert from 'node:assert/strict';
import { workbook } from '../../bank-files/workbook.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

const HEADERS = ['Date', 'Fournisseur', 'Nature', 'TTC', 'TVA', 'Règlement', 'Pièce'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Purchases come from a spreadsheet, on a phone, and the same file is recognized later. */
export const userJourney = journey({
  name: 'a freelancer imports three purchases of 61.30 from a workbook on a phone; the bad row is named, the file is known the second time; a search finds two lines of them, which become supplies at once; the ream of paper recurs, is paused, and changed',
  run: async (stage) => {
    const { page, visit, check, books } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/livres/achats');
    await page.getByRole('button', { name: 'Importer', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    const choose = (rows: readonly (readonly (string | number)[])[]) =>
      page
        .locator('dialog input[type=file]')
        .setInputFiles({ name: 'achats.xlsx', mimeType: XLSX, buffer: Buffer.from(workbook([HEADERS, ...rows])) });
    const good = [
      ['01/03/2026', 'Papeterie du Port', 'Fournitures', 49.9, 8.32, 'CB', 'TK-4411'],
      ['02/03/2026', 'Café', 'Déplacements', 8.9, 0, 'espèces', ''],
      ['02/03/2026', 'Café', 'Déplacements', 2.5, 0, 'espèces', ''],
    ];
    await choose([...good, ['31/02/2026', 'EDF', 'Services', 120, 20, 'prélèvement', '']]);
    await dialog.getByText('4 lignes dans ce fichier').waitFor();
    await dialog.getByText('Ligne 5, Date').waitFor();
    await dialog.getByText('Cette date est illisible').waitFor();
    await dialog.getByText(/^61,30\s€$/).waitFor();
    await dialog.getByText(/^8,32\s€$/).waitFor();
    assert.equal(
      (await books.ask('list-purchases', { query: {} })).json.totalDocs,
      0,
      'nothing before it is confirmed',
    );
    await check('purchases before they are imported', page, 'all');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);
    await dialog.getByLabel('Ignorer la ligne en erreur et importer les autres').check();
    await dialog.getByRole('button', { name: 'Importer 3 lignes' }).press('Enter');
    await page.getByText('3 lignes créées, 1 ignorée').first().waitFor();
    await page.getByText('N° 3').waitFor();

    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    await choose(good);
    await dialog.getByText('3 déjà au registre').waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Importer \d/ }).count(), 0);
    await dialog.getByLabel(/^Importer aussi les achats déjà au registre/).check();
    await dialog.getByRole('button', { name: 'Importer 3 lignes' }).waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    assert.equal((await books.ask('list-purchases', { query: {} })).json.totalDocs, 3);
    await changeFound(stage);
    await repeatLine(stage);
  },
});

/** Both coffees are found and become supplies paid by card, by keyboard. */
async function changeFound({ page, check, books }: Stage): Promise<void> {
  await page.getByLabel('Chercher un achat').fill('cafe');
  await page.getByText('2 lignes trouvées').waitFor();
  await page.getByLabel('Choisir la ligne 2').press('Space');
  await page.getByLabel('Choisir la ligne 3').press('Space');
  await page.getByText('2 lignes choisies').waitFor();
  await page.getByLabel('Nouvelle nature').selectOption('Fournitures');
  await page.getByLabel('Nouveau règlement').selectOption('Carte bancaire');
  await check('purchases to change', page, 'all');
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 320, `${width} px wide`);
  await page.getByRole('button', { name: 'Remplacer les 2 lignes' }).press('Enter');
  await page.getByText('2 lignes remplacées').first().waitFor();
  await page.getByText('6 lignes trouvées').waitFor();
  await page.getByLabel('Nature', { exact: true }).last().selectOption('Fournitures');
  await page.getByText('2 lignes trouvées').waitFor();
  const { total } = (await books.ask('get-purchases-totals', { query: {} })).json;
  assert.deepEqual([total.count, total.amount, total.cash], [7, 6_130, 0]);
}

/** The paper is bought every quarter, then paused. */
async function repeatLine({ page, check, books }: Stage): Promise<void> {
  await page.getByLabel('Nature', { exact: true }).last().selectOption('Toutes les natures');
  await page.getByLabel('Chercher un achat').fill('papeterie');
  await page.getByRole('button', { name: 'Répéter la ligne 1' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rythme').selectOption('Tous les trimestres');
  assert.equal(await dialog.getByLabel('À partir du').inputValue(), '2026-04-01');
  await check('a purchase to repeat', page, 'all');
  await dialog.getByRole('button', { name: 'Répéter', exact: true }).press('Enter');
  await page.getByText('1 achat récurrent').first().click();
  await page.getByRole('button', { name: 'Mettre en pause : Papeterie du Port' }).press('Enter');
  await page.getByRole('button', { name: 'Reprendre : Papeterie du Port' }).waitFor();
  await check('recurring purchases', page, 'all');
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 320, `${width} px wide`);
  const [recurring] = (await books.ask('list-recurring-purchases')).json.docs;
  assert.deepEqual([recurring.amount, recurring.every, recurring.state], [4_990, 'quarter', 'paused']);
  await editRecurring({ page, check, books });
}

/** The paper costs 54.90 once a month from 15 April on; faults are said at their field. */
async function editRecurring({ page, check, books }: Pick<Stage, 'page' | 'check' | 'books'>): Promise<void> {
  await page.getByRole('button', { name: 'Modifier : Papeterie du Port' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  await dialog.getByLabel('Montant TTC').fill('beaucoup');
  await save.press('Enter');
  await dialog.getByText('Indiquez un montant, comme 49,90').waitFor();
  await dialog.getByLabel('Montant TTC').fill('54,90');
  await dialog.getByLabel('dont TVA déductible').fill('9,15');
  await dialog.getByLabel('Rythme').selectOption('Tous les mois');
  await dialog.getByLabel('Prochain achat le').fill('2026-01-15');
  await save.press('Enter');
  await dialog.getByText(/^Le premier jour est le 2026-03-02 au plus tôt/).waitFor();
  await check('a recurring purchase to change', page, 'all');
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 320, `${width} px wide`);
  await dialog.getByLabel('Prochain achat le').fill('2026-04-15');
  await save.press('Enter');
  await page.getByText('Achat récurrent modifié').first().waitFor();
  await page.getByRole('button', { name: 'Reprendre : Papeterie du Port' }).press('Enter');
  await page.getByRole('button', { name: 'Mettre en pause : Papeterie du Port' }).waitFor();
  const [changed] = (await books.ask('list-recurring-purchases')).json.docs;
  assert.deepEqual(
    [changed.amount, changed.deductibleVat, changed.every, changed.state, changed.nextOn],
    [5_490, 915, 'month', 'active', '2026-04-15'],
  );
}
