import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Paying, paymentFixtures, STRIPE_KEY } from '../../../test/portal/payment-fixtures.ts';
import { excessByReceipt } from '../../domain/books/online-excess.ts';

// What came online, in the receipts book: each cent once, also what no document could take.

let paying: Paying;
beforeAll(async () => {
  paying = await paymentFixtures();
  await paying.books.company();
  await paying.books.done('connect-payment-account', undefined, STRIPE_KEY);
});
afterAll(() => paying.close());

const DAY = 86_400;
const turn = async (seconds: number): Promise<void> => {
  paying.service.clock.now += seconds;
  await paying.worked();
};
/** An invoice of 1,200.00 whose customer went to the page of the provider. */
async function sent() {
  const bill = await paying.payable();
  await paying.opened(`${bill.path}/pay`, '');
  return { ...bill, providerId: paying.stripe.last().id };
}
const linesOf = async (billingId: string): Promise<string[]> => {
  const { json } = await paying.books.ask('list-receipts-book', { query: { limit: 100 } });
  return json.docs
    .filter((line: any) => line.billingId === billingId)
    .map(({ event, amount }: any) => `${event} ${amount}`)
    .toSorted();
};

test('1,000.00 by transfer and 1,200.00 online for 1,200.00: 1,000.00 are an overpayment, of which 500.00 go back', async () => {
  const { id, providerId } = await sent();
  paying.stripe.pay(providerId);
  await paying.books.pay('invoice', id, 100_000);
  await turn(60);
  const came = ['overpayment 100000', 'payment 100000', 'payment 20000'];
  assert.deepEqual(await linesOf(id), came);
  paying.stripe.refund(providerId, 50_000);
  await turn(DAY);
  assert.deepEqual(await linesOf(id), [...came, 'overpayment_returned -50000'].toSorted());
});

test('500.00 of 1,200.00 refunded at the provider: the payment is reversed and 700.00 are booked anew, no overpayment', async () => {
  const { id, providerId } = await sent();
  paying.stripe.pay(providerId);
  await turn(60);
  paying.stripe.refund(providerId, 50_000);
  await turn(DAY);
  assert.deepEqual(await linesOf(id), ['payment 120000', 'payment 70000', 'payment_reversed -120000']);
});

test('a payment reversed by hand and then refunded at the provider goes back once', async () => {
  const { id, providerId } = await sent();
  paying.stripe.pay(providerId);
  await turn(60);
  await turn(DAY);
  await paying.books.done('mark-unpaid', id);
  paying.stripe.refund(providerId, 120_000);
  await turn(DAY);
  assert.deepEqual(await linesOf(id), ['payment 120000', 'payment_reversed -120000']);
});

test('a payment after cancellation is an overpayment of the day it came', async () => {
  const { id, providerId } = await sent();
  await paying.books.done('cancel-invoice', id, { wantArchiveAfterCancellation: false });
  paying.stripe.pay(providerId);
  await turn(60);
  assert.deepEqual(await linesOf(id), ['overpayment 120000']);
});

test('of 1,500.00 kept, 400.00 were applied: a refund of 1,500.00 takes 1,100.00 of the rest, and what is applied comes back first', () => {
  const came = { at: 1, received: 1_500, refunded: 0, restored: 0, paid: 0 };
  const applied = { at: 2, amount: -400 };
  assert.deepEqual(excessByReceipt([came, { ...came, at: 3, refunded: 1_100 }], [applied]), [1_500, -1_100]);
  const takenBack = { at: 3, amount: 400 };
  assert.deepEqual(excessByReceipt([came, { ...came, at: 3, refunded: 1_500 }], [applied, takenBack]), [1_500, -1_500]);
  // A lost dispute that is won later brings the money again.
  const won = { ...came, at: 4, refunded: 1_500, restored: 1_500 };
  assert.deepEqual(excessByReceipt([came, { ...came, at: 3, refunded: 1_500 }, won], []), [1_500, -1_500, 1_500]);
});
