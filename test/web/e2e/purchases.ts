import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The register of purchases: a receipt, a correction, a received invoice, a download. */
export const userJourney = journey({
  name: 'a shopkeeper records a ticket with its photo, corrects its amount, adds a received invoice with one press, and makes a bank debit a purchase',
  run: async (stage) => {
    const { page, visit, check, books } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    const file = readFileSync(new URL('../../../examples/invoice-usual/cii.xml', import.meta.url));
    const upload = { name: 'facture.xml', content: file.toString('base64') };
    const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, upload);

    await visit('/livres/recettes');
    await page.getByRole('link', { name: 'Registre des achats' }).click();
    await page.getByText('Aucun achat sur cette période.').waitFor();
    await recordTicket(stage);
    await page.getByText('Achat enregistré, ligne 1').first().waitFor();

    await page.getByRole('button', { name: 'Corriger la ligne 1' }).press('Enter');
    await page.getByLabel('Montant TTC').fill('40,90');
    await page.getByRole('button', { name: 'Remplacer la ligne' }).click();
    await page.getByText('N° 3').waitFor();
    const figures = page.locator('.book-totals');
    await figures
      .getByText(/^40,90\s€$/)
      .first()
      .waitFor();
    await check('register of purchases', page, 'all');

    await page.setViewportSize({ width: 320, height: 640 });
    await recordNothing(stage);
    await recordHosting(stage);
    await page.setViewportSize({ width: 1280, height: 800 });

    await visit(`/factures-recues/${supplierInvoice.id}`);
    await page.getByRole('button', { name: 'Ajouter au registre' }).click();
    await page.getByText('Ligne 5 du registre').waitFor();
    await page.getByRole('link', { name: 'Voir le registre' }).click();
    await page.getByText('N° 5').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger en CSV' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    assert.equal(csv.trimEnd().split('\r\n').length, 6);
    assert.match(csv, /20 % sur 100,00 = 20,00, autoliquidée, services de l’étranger;20;20/);
    assert.match(csv, /;Papeterie du Port;Fournitures;;-49,9;-8,32;/);
    await bookDebit(stage);
  },
});

/** On a phone the empty fields are above the button: the first one is shown and can be filled. */
async function recordNothing({ page }: Stage): Promise<void> {
  const supplier = page.getByLabel('Fournisseur', { exact: true });
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByText('Indiquez le fournisseur').waitFor();
  await page.waitForFunction(`document.activeElement?.getAttribute('aria-invalid') === 'true'`);
  assert.equal(await page.evaluate(`document.activeElement.id`), await supplier.getAttribute('id'));
  assert.ok(((await supplier.boundingBox())?.y ?? -1) > 0, 'the supplier is above the window');
}

/** A bank debit becomes a purchase, on a phone; another one is set aside and comes back. */
async function bookDebit({ page, visit, check, books }: Stage): Promise<void> {
  const content = 'Date;Libellé;Montant\n27/02/2026;PRLV EDF;-120,00\n28/02/2026;RETRAIT DAB;-60,00\n';
  const columns = { date: 1, label: [2], amount: 3 };
  await books.done('import-bank-statement', undefined, { content, columns });
  await page.setViewportSize({ width: 320, height: 640 });
  await visit('/paiements/banque');
  await page.getByRole('link', { name: 'Dépenses' }).click();
  await page.getByRole('button', { name: 'Mettre de côté RETRAIT DAB' }).click();
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await page.getByRole('button', { name: 'Mettre de côté RETRAIT DAB' }).waitFor();
  await check('bank debits', page, 'all');
  await page.getByRole('button', { name: 'En faire un achat : PRLV EDF' }).press('Enter');
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Fournisseur', { exact: true }).inputValue(), 'PRLV EDF');
  assert.equal(await dialog.getByLabel('Montant TTC').inputValue(), '120,00');
  assert.equal(await dialog.getByLabel('Payé le').inputValue(), '2026-02-27');
  assert.equal(await dialog.getByLabel('Règlement').inputValue(), 'direct_debit');
  await check('a bank debit as a purchase', page, 'all');
  await dialog.getByLabel('dont TVA déductible').fill('20');
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).press('Enter');
  await page.getByText('Achat enregistré, ligne 6').first().waitFor();
  await page.getByRole('button', { name: 'En faire un achat : PRLV EDF' }).waitFor({ state: 'detached' });
}

/** Services of a supplier abroad, by keyboard: the VAT is owed and deducted. */
async function recordHosting({ page, check }: Stage): Promise<void> {
  await page.getByLabel('Fournisseur', { exact: true }).fill('Cloud Ltd');
  await page.getByLabel('Montant TTC').fill('100');
  await page.getByRole('button', { name: 'Détailler la TVA, ou autoliquidation' }).press('Enter');
  await page.getByLabel('Qui doit la TVA').selectOption('Moi : services d’un fournisseur étranger');
  await page.getByLabel('Base HT').fill('100');
  await page.getByText(/^20,00\s€$/).waitFor();
  await check('VAT of a purchase by rate', page, 'all');
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 320, `${width} px wide`);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).press('Enter');
  await page.getByText(/TVA due 20,00\s€/).waitFor();
}

async function recordTicket({ page }: Stage): Promise<void> {
  await page.getByLabel('Fournisseur').fill('Papeterie du Port');
  await page.getByLabel('Montant TTC').fill('49,90');
  await page.getByLabel('dont TVA déductible').fill('8,32');
  const photo = { name: 'ticket.png', mimeType: 'image/png', buffer: PNG };
  await page.locator('input[type="file"]').setInputFiles(photo);
  await page.getByText('ticket.png').waitFor();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
}
