import assert from 'node:assert/strict';
import type { Stage } from './e2e-test.ts';

type Given = Pick<Stage, 'page' | 'visit' | 'check' | 'api'>;

/**
 * Imports a bank statement as CSV: maps its columns once, confirms its transfers with one key each,
 * dismisses one and reverses one. Three invoices of 120.00 are due.
 */
export async function importStatement({ page, visit, check, api }: Given): Promise<void> {
  const owed = async () => (await api('/v2/billings?unpaid=true&limit=3&type=invoice')).json.docs;
  const [one, two, three] = (await owed()).map(({ number }: { number: string }) => number);
  await visit('/paiements/banque');
  await page.getByRole('heading', { name: 'Rapprochez vos virements' }).waitFor();
  await check('no statements');
  const rows = [
    `02/03/2026;VIR SEPA ${one};120,00`,
    `02/03/2026;${two} MERCI;120,00`,
    `02/03/2026;REF ${three};120,00`,
  ];
  const text = ['Date opération;Libellé;Montant', ...rows, '02/03/2026;PRLV LOYER;-650,00', ''].join('\n');
  const file = { name: 'releve.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('heading', { name: 'À quoi sert chaque colonne ?' }).waitFor();
  await check('columns of a statement');
  await page.getByRole('button', { name: 'Lire le fichier' }).click();
  await page.getByText('4 opérations, dont 0 déjà connues').waitFor();
  await check('a statement before it is imported');
  await page.getByRole('button', { name: 'Importer 4 opérations' }).click();
  await page.getByText('4 opérations importées').waitFor();

  const confirm = page.getByRole('button', { name: /^Confirmer 120,00/ });
  await confirm.nth(2).waitFor();
  await check('transfers to confirm');
  // The next one is focused after a confirmation: Enter alone goes through the list.
  await confirm.first().focus();
  await page.keyboard.press('Enter');
  await page.getByText(/120,00\s€ rapprochés de F-/).waitFor();
  await confirm.nth(2).waitFor({ state: 'detached' });
  await page.locator('[data-confirm]:focus').waitFor();
  await page.keyboard.press('x');
  await page.getByText('Cette suggestion ne sera plus proposée').waitFor();
  await confirm.nth(1).waitFor({ state: 'detached' });
  const { json } = await api('/v2/bank/matches');
  assert.equal(json.totalDocs, 1, 'one is paid by its transfer, once');

  await page.getByRole('link', { name: 'Rapprochés' }).click();
  await page.getByRole('button', { name: /^Défaire le rapprochement/ }).click();
  await check('a match before it is undone');
  await page.getByRole('dialog').getByRole('button', { name: 'Défaire' }).click();
  await page.getByText('Aucun rapprochement pour l’instant.').waitFor();
  // Importing the same file again changes nothing.
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Toutes ces opérations sont déjà connues').waitFor();
  await page.getByRole('button', { name: 'Fermer' }).click();
  // It has no matched lines left, so it can be deleted.
  await page.getByRole('link', { name: 'Relevés' }).click();
  await page.getByRole('button', { name: 'Retirer le relevé CSV Du 2 mars 2026 au 2 mars 2026' }).click();
  await check('a statement before it is removed');
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await page.getByRole('heading', { name: 'Rapprochez vos virements' }).waitFor();
}
