import { type Books, LYON, TRAINING } from './example-books.ts';

/**
 * Bills of every kind with what settles them: several VAT rates, a line and a document discount, a
 * price with tax, an advance deducted by its final invoice, payments in part, in full and taken
 * back, credit notes that are applied, free and refunded, and two customers of one name.
 */
export async function billsForPrograms(books: Books): Promise<void> {
  const lea = await books.contact();
  const twin = await books.contact({ emails: ['autre@example.org'] });
  const bakery = await books.organization({ name: 'Boulangerie "Müller", Fils', phone: '+33 4 78 00 00 00' });
  await books.done('create-organization-contact', bakery, { firstname: '=Paul', lastname: 'Martin' });
  await books.done('create-product', undefined, {
    ...{ designation: 'Audit', type: 'SERVICE_DELIVERY', unit: 'DAY', unitPrice: 60_000, vatCode: 'FR_2000' },
  });
  const LINES = [
    { ...TRAINING, discount: { mode: 'PERCENTAGE', amount: 1_000 } },
    { designation: 'Livre', description: 'Relié,\n320 pages', quantity: 3, unitPrice: 1_999, vatCode: 'FR_550' },
    { designation: 'Repas', quantity: 7, unitPrice: 1_433, vatCode: 'FR_1000' },
  ];
  await books.finalized(books.invoice(lea, { lines: LINES, title: 'Trois taux' }));
  const discounted = { lines: LINES, discount: { mode: 'AMOUNT', amount: 3_333 } };
  const partly = await books.finalized(books.invoice(twin, discounted));
  await books.pay('invoice', partly.id, 12_345);
  const paid = await books.finalized(books.invoice(bakery));
  await books.pay('invoice', paid.id, 120_000);
  const reversed = await books.finalized(books.invoice(bakery));
  await books.pay('invoice', reversed.id, 120_000);
  await books.done('mark-unpaid', reversed.id);
  await books.pay('invoice', reversed.id, 5_000);

  const estimate = await books.signedEstimate(bakery, { lines: LINES });
  const advance = await books.finalizedAdvance(estimate.id);
  await books.pay('advance', advance.id, advance.total.amountWithTaxAfterDiscount);
  await books.finalized(books.done('create-final-invoice', estimate.id));

  const credited = await books.finalized(books.invoice(lea, { lines: LINES }));
  const part = await books.done('create-asset', credited.id, {});
  await books.finalized(part);
  const returned = await books.finalized(books.invoice(lea));
  await books.pay('invoice', returned.id, 120_000);
  const back = await books.finalized(books.done('create-asset', returned.id, {}));
  await books.done('refund-asset', back.id, { refundAt: 1_772_442_000 });
  await books.finalized(
    books.invoice(await books.contact({ firstname: 'Jo', lastname: '@Dupont', billingAddress: LYON })),
  );
}
