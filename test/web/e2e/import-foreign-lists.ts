import assert from 'node:assert/strict';
import { COMPANY } from '../../support/service/company.ts';
import { journey } from '../e2e-test.ts';

/** As Dolibarr exports them, in Windows-1252, with an address of two lines. */
const DOLIBARR = Buffer.from(
  'Id,Nom tiers,Code client,Adresse,Code postal,Ville,Pays,Email,"Id prof. 2 (SIRET)",Numéro de TVA\r\n' +
    '1,Société Élan,CU2401-0001,"1 rue X\r\n2e étage",75001,Paris,France,a@exemple.fr,73282932000074,FR44732829320\r\n' +
    '2,Meule SAS,CU2401-0002,3 rue Y,69001,Lyon,France,,,\r\n',
  'latin1',
);
const UNKNOWN = Buffer.from('Kunde;Ort\nMühle GmbH;Berlin\n');

/** Customers of other programs, on a phone; columns without a known name are explained. */
export const userJourney = journey({
  name: 'a freelancer imports two customers of Dolibarr on a phone, the same file adds nothing, and says what two German columns contain',
  run: async ({ page, visit, check, books }) => {
    await books.company(COMPANY);
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/clients');
    const dialog = page.getByRole('dialog');
    const choose = async (name: string, buffer: Buffer): Promise<void> => {
      await page.getByRole('button', { name: 'Importer', exact: true }).press('Enter');
      await page.locator('dialog input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    };
    const organizations = async () =>
      (await books.ask('list-organizations', { query: {} })).json.docs.map(({ name }: { name: string }) => name).sort();

    await choose('tiers.csv', DOLIBARR);
    await dialog.getByText('Liste de clients de Dolibarr.').waitFor();
    await dialog.getByText('9 colonnes lues sur 10').press('Enter');
    assert.equal(await dialog.getByLabel('Ce que contient la colonne « Id »').inputValue(), 'foreignId');
    await check('a list of another program before it is imported', page, 'all');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);
    await dialog.getByRole('button', { name: 'Importer 2 lignes' }).press('Enter');
    await page.getByText('2 lignes créées').first().waitFor();
    assert.deepEqual(await organizations(), ['Meule SAS', 'Société Élan']);

    await choose('tiers.csv', DOLIBARR);
    await dialog.getByText('2 déjà importées, laissées telles quelles').waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Importer \d/ }).count(), 0);
    await dialog.getByRole('button', { name: 'Annuler' }).press('Enter');

    await choose('kunden.csv', UNKNOWN);
    await dialog.getByText('Colonnes absentes du fichier').waitFor();
    await dialog.getByLabel('Ce que contient la colonne « Kunde »').selectOption('Raison sociale');
    await dialog.getByRole('button', { name: 'Importer 1 ligne' }).waitFor();
    await dialog.getByText('1 colonne lue sur 2').press('Enter');
    await dialog.getByLabel('Ce que contient la colonne « Ort »').selectOption('Ville');
    await dialog.getByText('2 colonnes lues sur 2').waitFor();
    await check('columns that were chosen', page, 'all');
    await dialog.getByRole('button', { name: 'Importer 1 ligne' }).press('Enter');
    await page.getByText('1 ligne créée').first().waitFor();
    assert.deepEqual(await organizations(), ['Meule SAS', 'Mühle GmbH', 'Société Élan']);
  },
});
