import { journey } from '../journey.ts';

/** A customer pays 1,202.00 for 1,200.00: the excess is kept, seen on the customer's page, and applied to the next invoice. */
export const told = journey({
  name: 'an overpayment is kept for the customer once its owner agrees, and pays the next invoice',
  run: async ({ page, books, visit, check }) => {
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
  },
});
