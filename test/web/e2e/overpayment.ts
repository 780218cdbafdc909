import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

type Kept = { source: string; billingId: string; unappliedAmount: number };

/**
 * A customer pays 1,202.00 for 1,200.00: the excess is kept, shown on the customer's page, and
 * applied to the next invoice. A transfer for a paid invoice is kept in full.
 */
export const userJourney = journey({
  name: 'an overpayment is kept as a credit once the owner agrees, and pays the next invoice',
  run: async ({ page, books, visit, check, api }) => {
    const customer = await books.contact();
    const { id } = await books.finalized(books.invoice(customer));
    const next = await books.finalized(books.invoice(customer));

    await visit(`/documents/${id}`);
    await page.getByRole('button', { name: 'Enregistrer un paiement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Montant reçu').fill('1202');
    // The service's day: the browser's is later.
    await dialog.getByLabel('Reçu le').fill('2026-03-02');
    await dialog.getByText('2,00 € de trop : gardés pour le client.').waitFor();
    await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await dialog.getByText('C’est plus que le reste à payer').waitFor();
    await check('payment with an excess');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await visit(`/clients/${customer}`);
    const card = page.getByRole('complementary').filter({ hasText: 'Trop-perçu' });
    await card.getByText('2,00 €').waitFor();
    await check('customer with an excess');
    await card.getByRole('link', { name: 'Imputer ou rendre' }).click();
    await page.getByText('(paiement enregistré)').waitFor();
    await check('money kept apart');
    await page.getByRole('button', { name: /^Imputer 2,00/ }).click();
    await dialog.getByRole('button', { name: 'Imputer', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await visit(`/documents/${next.id}`);
    await page.getByText('1 198,00 €').first().waitFor();

    const { number } = (await api(`/v2/billing/${id}`)).json;
    await visit('/paiements/banque');
    const rows = 'Date opération;Libellé;Montant\n02/03/2026;VIR SEPA DEUXIEME FOIS;45,00\n';
    const file = { name: 'releve.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Lire le fichier' }).click();
    await page.getByRole('button', { name: /^Importer 1 opération/ }).click();
    await page.getByRole('link', { name: 'À traiter' }).click();
    await page.getByRole('button', { name: /^Choisir un document/ }).click();
    const paid = dialog.locator('optgroup[label^="Déjà payés"] option', { hasText: number });
    await dialog.getByLabel('Document à régler').selectOption((await paid.getAttribute('value')) ?? '');
    await dialog.getByText('45,00 € de trop : gardés pour le client.').waitFor();
    await check('a transfer for a paid document', page, 'over');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Rapprocher', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { onlinePayments } = (await api(`/v2/billing/online-payments?unapplied=true&customerId=${customer}`)).json;
    assert.deepEqual(
      onlinePayments.map(({ source, billingId, unappliedAmount }: Kept) => [source, billingId, unappliedAmount]),
      [['bank', id, 4_500]],
    );
  },
});
