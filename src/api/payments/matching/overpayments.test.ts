import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { bankLines } from '../../../../test/support/stand-ins/bank-lines.ts';
import { verifyAccounts } from '../../../db/audit/verify/verify-accounts.ts';

// A transfer above the amount due: the overpayment is kept for the customer.

let service: TestService;
let books: Books;
let bank: Awaited<ReturnType<typeof bankLines>>;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  bank = await bankLines(service);
});
afterAll(() => service.close());

const sold = (unitPrice: number) => ({
  lines: [{ designation: 'Conseil', quantity: 1, unitPrice, vatCode: 'FR_2000' }],
});
/** A finalized invoice of this many cents, without VAT. */
const owed = (unitPrice: number, customerId: string) => books.finalized(books.invoice(customerId, sold(unitPrice)));
const ask = async (name: string, transactionId: string, body: unknown = {}) => {
  const heard = await books.ask(name, { path: { transactionId }, body });
  return heard.refused ?? heard.json;
};
const apply = (id: string, ...documents: object[]) => ask('apply-bank-transaction', id, { documents });
const suggested = async (id: string) => {
  const { json } = await books.ask('list-bank-suggestions', { query: { show: 'suggested' } });
  return json.docs.find((each: any) => each.id === id)?.suggestion;
};
const seen = ({ state, hasAssociatedTransaction, total }: any) => [
  ...[state, hasAssociatedTransaction, total.remainingReconciliateAmount],
];
const paymentsOf = async (id: string) => books.done('get-billing-payments', id);
const keptOf = async (customerId: string) =>
  (await books.ask('list-online-payments', { query: { source: 'bank', customerId } })).json.onlinePayments;

test('1,202.00 for an invoice of 1,200.00 are refused; keepExcess keeps 2.00 as overpayment; undo reverts both', async () => {
  const customerId = await books.contact({ firstname: 'Odile', lastname: 'Tarn' });
  const { id, number } = await owed(100_000, customerId);
  const line = await bank(120_200, 'VIR TARN', { on: '2026-02-27' });
  assert.equal(await apply(line, { billingId: id, amount: 120_200 }), 'payment_exceeds_remaining');
  const { remaining, matches } = await apply(line, { billingId: id, amount: 120_200, keepExcess: true });
  const told = matches.map(({ kind, amount, number: of }: any) => [kind, amount, of]).toSorted();
  assert.deepEqual(
    [remaining, told],
    [
      0,
      [
        ['kept', 200, number],
        ['paid', 120_000, number],
      ],
    ],
  );
  const [kept] = await keptOf(customerId);
  assert.deepEqual(
    [kept.source, kept.unappliedAmount, kept.billingId, kept.paidAt],
    ['bank', 200, id, Date.UTC(2026, 1, 27, 11) / 1000],
  );
  const other = await owed(100_000, customerId);
  const path = { onlinePaymentId: kept.id };
  await books.ask('apply-online-payment', { path, body: { billingId: other.id } });
  const [{ method, transactionId }] = await paymentsOf(other.id);
  assert.deepEqual([method, transactionId], ['transfer', undefined]);
  assert.equal(await ask('undo-bank-transaction', line), 'excess_used');
  assert.equal(await books.refusal('mark-unpaid', id), 'excess_used');
  assert.deepEqual(seen(await books.done('get-invoice', id)), ['paid', true, 0], 'nothing was undone');
  await books.pay('invoice', other.id, 119_800);
  await books.done('mark-unpaid', other.id);
  assert.deepEqual(await ask('undo-bank-transaction', line), { transactionId: line, remaining: 120_200, matches: [] });
  assert.deepEqual(
    (await keptOf(customerId)).map(({ unappliedAmount, receivedAmount }: any) => [unappliedAmount, receivedAmount]),
    [[0, 0]],
  );
  assert.deepEqual(seen(await books.done('get-invoice', id)), ['finalized', false, 120_000]);
});

test('a second transfer of 1,200.00 is kept as overpayment; the default amount is the rest, in the same currency', async () => {
  const customerId = await books.contact({ firstname: 'Paul', lastname: 'Osten' });
  const { id } = await owed(100_000, customerId);
  await books.pay('invoice', id, 120_000);
  const line = await bank(120_000, 'VIR OSTEN');
  assert.equal(await apply(line, { billingId: id }), 'nothing_due');
  const { remaining, matches } = await apply(line, { billingId: id, keepExcess: true });
  assert.deepEqual([remaining, matches.map(({ kind, amount }: any) => [kind, amount])], [0, [['kept', 120_000]]]);
  assert.equal(await apply(line, { billingId: id, keepExcess: true }), 'bank_transaction_exceeded');
  const dollars = await books.invoice(customerId, sold(100_000));
  await books.done('update-invoice-currency', dollars.id, { currency: 'USD', currencyRate: 1.0856 });
  await books.finalized(dollars);
  const euros = { billingId: dollars.id, keepExcess: true };
  assert.equal(await apply(await bank(130_000, 'VIR OSTEN'), euros), 'bank_transaction_of_other_currency');
  // Reversing the payment removes the overpayment and its match: the transfer can be matched again.
  await books.done('mark-unpaid', id);
  assert.equal((await ask('reconsider-bank-transaction', line)).remaining, 120_000);
});

test('concurrent requests that keep the excess of one transfer create one overpayment', async () => {
  const customerId = await books.contact({ firstname: 'Rémi', lastname: 'Adour' });
  const [one, two] = [await owed(100_000, customerId), await owed(100_000, customerId)];
  const line = await bank(130_000, 'VIR ADOUR');
  const done = await Promise.all([one, two, one].map(({ id }) => apply(line, { billingId: id, keepExcess: true })));
  assert.equal(done.filter((each) => typeof each !== 'string').length, 1, JSON.stringify(done));
  assert.deepEqual(
    (await keptOf(customerId)).map(({ unappliedAmount }: any) => unappliedAmount),
    [10_000],
  );
});

test('a manual payment of 1,202.00 with 2.00 kept is suggested for a transfer of 1,202.00 and matches all of it', async () => {
  const customerId = await books.contact({ firstname: 'Basile', lastname: 'Quercy' });
  const { id } = await owed(100_000, customerId);
  const payments = [{ amount: 120_202, receivedAt: service.clock.now, method: 'transfer' }];
  await books.done('mark-paid', id, { payments, keepExcess: true });
  const line = await bank(120_202, 'VIR QUERCY BASILE', { on: '2026-03-02' });
  const { kind, paymentIds } = await suggested(line);
  assert.equal(kind, 'payment');
  const { remaining, matches } = await ask('apply-bank-transaction', line, { payments: paymentIds });
  assert.deepEqual([remaining, matches.map(({ kind, amount }: any) => [kind, amount])], [0, [['recorded', 120_202]]]);
});

test('the audit chain contains overpayments and their reversals', async () => {
  const known = { keys: service.seal.keys };
  const { findings, links } = await verifyAccounts(service.database.serving, [service.accountId], known);
  assert.deepEqual(findings, []);
  assert.ok(links > 20);
});
