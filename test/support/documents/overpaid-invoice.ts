import type { Books } from './example-books.ts';

/**
 * Pays more than the balance of an invoice by cheque and keeps the rest for the customer. Returns
 * the path of the kept money, for its later operations. Amounts in cents, `at` in Unix seconds.
 */
export async function payMoreThanDue(
  books: Books,
  { id, customer }: { readonly id: string; readonly customer: string },
  { amount, at }: { readonly amount: number; readonly at: number },
): Promise<{ onlinePaymentId: string }> {
  const payment = { amount, receivedAt: at, method: 'cheque' };
  await books.done('mark-paid', id, { payments: [payment], keepExcess: true });
  const { json } = await books.ask('list-online-payments', { query: { source: 'recorded', customerId: customer } });
  const kept = json.onlinePayments.find(({ billingId }: { billingId: string }) => billingId === id);
  return { onlinePaymentId: kept.id };
}
