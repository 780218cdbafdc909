import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

/** FA-2025-0041 is paid, but no day says when; FA-2026-0002 is missing; a cell cannot be read. */
const INVOICES = `Type;Numéro;Date;Échéance;Client;HT;TVA;TTC;Payé le;Statut
Facture;FA-2025-0040;15/10/2025;14/11/2025;Atelier Lumière SARL;1 000,00;200,00;1 200,00;20/11/2025;Payée
Facture;FA-2025-0041;03/12/2025;02/01/2026;Atelier Lumière SARL;300,00;60,00;360,00;;Payée
Facture;FA-2026-0001;12/01/2026;11/02/2026;Jeanne Petit;500,00;100,00;600,00;;Envoyée
Facture;FA-2026-0003;20/02/2026;22/03/2026;Jeanne Petit;200,00;40,00;240,00;;Envoyée
Facture;FA-2026-0004;32/13/2026;;Jeanne Petit;10,00;2,00;12,00;;Envoyée
`;
const CUSTOMERS =
  'Client Name,Client Number,Client Balance,Client Street,Client City,Client State/Province,Client Postal Code,Client Country,Client VAT Number,Contact First Name,Contact Last Name,Contact Email\n' +
  'Acme SAS,0001,0.00,1 rue X,Paris,,75001,France,FR55552100554,Jean,Petit,jean@exemple.fr\n';
const ELSEWHERE = 'Type;Numéro;Date;Client;HT;TVA;TTC\nFacture;B-17;05/01/2026;Meule SAS;100,00;20,00;120,00\n';

const file = (name: string, content: string | Buffer) => ({
  ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
});

/** Moving in on a phone: drop, look, correct, take over, live with it, undo another import. */
export const userJourney = journey({
  name: 'a freelancer moves in on a phone: three files, one document corrected, 2,382.00 to collect on home, 100.00 of it paid, and a second import undone',
  run: async ({ page, visit, check, books }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    await page.setViewportSize({ width: 320, height: 800 });
    const narrow = async (): Promise<void> => {
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 320, `${width} px wide`);
    };
    await visit('/factures');
    await page.getByRole('link', { name: 'Reprendre vos anciennes factures' }).press('Enter');
    await page.getByText('Glissez ici vos fichiers').waitFor();
    await check('the door, before any file', page, 'all');

    await page
      .getByLabel('Choisir des fichiers')
      .first()
      .setInputFiles([
        file('factures.csv', INVOICES),
        file('clients.csv', CUSTOMERS),
        file('F-2026-0001.xml', readFileSync('examples/invoice-usual/cii.xml')),
        file('photo.txt', 'bonjour'),
      ]);
    await page.getByText('Liste de clients d’Invoice Ninja, CSV · 1 ligne').waitFor();
    await page.getByText('Facture électronique (CII) · 1 document').waitFor();
    await page.getByText('Liste de factures, CSV · 4 documents').waitFor();
    await page.getByText('Ce fichier n’est d’aucun format connu').waitFor();
    await page.getByText(/Numéro manquant\s: FA-2026-0002\./).waitFor();
    await page.getByText('À vérifier : 1 document').waitFor();
    await page.getByText('réglé, mais le jour manque dans le fichier').waitFor();
    await page.getByText(/1 case illisible/).press('Enter');
    await page.getByText(/colonne Date, «\s32\/13\/2026\s»/).waitFor();
    await check('the plan', page, 'all');
    await narrow();

    await page.getByRole('button', { name: 'Corriger FA-2025-0041' }).press('Enter');
    await page.getByLabel('Réglé en totalité le').fill('2026-01-12');
    await check('a document corrected in place', page, 'all');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).press('Enter');
    await page.getByText('FA-2025-0041 corrigé').first().waitFor();
    await page.getByText('À vérifier').waitFor({ state: 'detached' });

    // An open import is there again after a reload.
    await visit('/import');
    await page.getByRole('button', { name: /^Tout reprendre\s: 5 documents, 2 règlements/ }).press('Enter');
    await page
      .getByText(/5 documents repris, 2 règlements/)
      .first()
      .waitFor();
    await check('the result', page, 'all');
    await narrow();
    await page.getByRole('link', { name: 'Continuer cette suite après FA-2026-0003' }).press('Enter');
    await page.getByRole('button', { name: 'Proposer la suite' }).first().waitFor();
    assert.equal(await page.getByLabel('Dernier numéro ailleurs').first().inputValue(), 'FA-2026-0003');

    await visit('/');
    await page
      .getByRole('link', { name: /^2\s382,00/ })
      .first()
      .waitFor();
    await check('home with past documents', page, 'all');
    await narrow();
    await page.getByRole('link', { name: 'Documents repris dans ce montant' }).first().press('Enter');
    await page.getByText(/3 documents · 2\s382,00.*reste 2\s382,00/).waitFor();
    await check('past documents', page, 'all');
    await page.getByRole('searchbox', { name: 'Chercher un document repris' }).fill('FA-2026-0001');
    await page.getByText(/1 document · 600,00/).waitFor();
    await page
      .getByRole('link', { name: /FA-2026-0001/ })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Enregistrer un règlement' }).press('Enter');
    await page.getByLabel('Montant').fill('100');
    await check('recording a payment', page, 'all');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).press('Enter');
    await page.getByText('Règlement enregistré sur FA-2026-0001').first().waitFor();
    await page
      .getByText(/En retard, reste 500,00/)
      .first()
      .waitFor();
    await check('a past document', page, 'all');
    await narrow();

    await visit('/import');
    await page
      .getByLabel('Choisir des fichiers')
      .first()
      .setInputFiles([file('autres.csv', ELSEWHERE)]);
    await page.getByRole('button', { name: /^Tout reprendre\s: 1 document/ }).press('Enter');
    await page.getByText('1 document repris').first().waitFor();
    await page.getByRole('button', { name: 'Annuler cette reprise' }).press('Enter');
    await page.getByText('1 document repris disparaît').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler la reprise' }).press('Enter');
    await page.getByText('Cette reprise a été annulée').waitFor();
    const { json } = await books.ask('list-past-documents', { query: {} });
    assert.equal(json.totalDocs, 5);
    // The first import has a payment recorded on it: it stays.
    await page.getByRole('button', { name: /^Annuler la reprise du/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler la reprise' }).press('Enter');
    await page.getByText('Un règlement a été enregistré sur l’un de ses documents').waitFor();
  },
});
