import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type Chance, seeded, seedOf } from '../support/runner/seeded-random.ts';
import { COMPANY } from '../support/service/company.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

// The balance of an invoice and its customer is the same on the document, its group, lists, totals,
// the customer's card and statement, and the home page.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const DAY = 86_400;
const STATEMENT = { from: '2020-01-01', to: '2030-12-31' };

async function business(): Promise<{ books: Books; customer: string }> {
  const { live } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  await books.company(COMPANY);
  return { books, customer: await books.contact() };
}

const told = async (books: Books, id: string) => (await books.ask('get-billing-by-id', { path: { id } })).json;

/** The balances of a customer, each from its own response. */
async function everywhere(books: Books, customerId: string) {
  const ask = async (name: string, said: object) => (await books.ask(name, said)).json;
  const [totals] = (await ask('get-billings-totals', { query: { customerId } })).currencies;
  const rows = (await ask('get-billing-rows', { query: { customerId, limit: 100 } })).docs;
  const balance = await ask('get-customer-balance', { path: { id: customerId } });
  const statement = await ask('get-customer-statement', { path: { id: customerId }, query: STATEMENT });
  const home = await ask('get-dashboard', {});
  const sumOf = (member: string) => rows.reduce((all: number, row: any) => all + (row[member] ?? 0), 0);
  return {
    totals: [totals?.remainingToPay ?? 0, totals?.remainingToRefund ?? 0],
    rows: [
      rows
        .filter(({ type }: any) => /invoice|advance/.test(type))
        .reduce((all: number, row: any) => all + row.remainingAmount, 0),
      sumOf('toRefundAmount'),
    ],
    customer: [balance.owed.amount, balance.toRefund.amount],
    home: [home.owed.amount, home.toRefund.amount],
    closing: statement.closing,
    home_todo: home.todo.filter(({ act }: any) => act === 'refund').map(({ amount }: any) => amount),
  };
}

test('2,017.86 paid and then credited are owed to the customer and shown everywhere until they are refunded', async () => {
  const { books, customer } = await business();
  const estimate = await books.signedEstimate(customer, { lines: [{ ...TRAINING, unitPrice: 168_155 }] });
  const invoice = await books.finalized(books.done('create-final-invoice', estimate.id));
  await books.pay('invoice', invoice.id, 201_786);
  const note = await books.finalized(books.done('create-asset', invoice.id));
  assert.equal(note.toRefundAmount, 201_786);
  const { settlement } = await told(books, invoice.id);
  assert.deepEqual([settlement.remainingAmount, settlement.toRefundAmount, settlement.refundedAmount], [0, 201_786, 0]);
  const owed = [0, 201_786];
  assert.deepEqual(await everywhere(books, customer), {
    ...{ totals: owed, rows: owed, customer: owed, home: owed, closing: -201_786, home_todo: [201_786] },
  });
  const family = (await books.ask('get-billing-family', { path: { id: estimate.id } })).json;
  const steps = family.map(({ type, remainingReconciliateAmount, toRefundAmount }: any) => [
    ...[type, remainingReconciliateAmount, toRefundAmount],
  ]);
  assert.deepEqual(steps, [
    ['estimate', undefined, undefined],
    ['invoice', 0, 201_786],
    ['asset', undefined, undefined],
  ]);
  const refunded = await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  assert.deepEqual([refunded.toRefundAmount, refunded.parent.settlement.toRefundAmount], [0, 0]);
  assert.equal(refunded.parent.settlement.refundedAmount, 201_786);
  const nothing = [0, 0];
  assert.deepEqual(await everywhere(books, customer), {
    ...{ totals: nothing, rows: nothing, customer: nothing, home: nothing, closing: 0, home_todo: [] },
  });
});

test('a credit note of an unpaid invoice owes the customer nothing; of a partly paid one, the amount paid', async () => {
  const { books, customer } = await business();
  const { id: unpaid } = await books.finalized(books.invoice(customer));
  assert.equal((await books.finalized(books.done('create-asset', unpaid))).toRefundAmount, 0);
  const { id: part } = await books.finalized(books.invoice(customer));
  await books.pay('invoice', part, 50_000);
  const note = await books.finalized(books.done('create-asset', part));
  assert.equal(note.toRefundAmount, 50_000);
  // The whole credit note is marked as refunded: 500.00 went back, not 1,200.00.
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  assert.equal((await everywhere(books, customer)).closing, 0);
});

const LIVES = 16;
const LIVES_MAX = 200;

test('in random lives of invoices the balance is the same everywhere', async () => {
  const seed = seedOf('BALANCE_SEED');
  console.log(`BALANCE_SEED=${seed}`);
  const random = seeded(seed);
  const { books, customer } = await business();
  let refunds = 0;
  // Random lives repeat until one has something to refund.
  for (let step = 0; step < LIVES || (refunds === 0 && step < LIVES_MAX); step++) {
    service.clock.now += DAY;
    await invoiceLife(books, customer, random);
    const said = await everywhere(books, customer);
    const { totals, closing } = said;
    assert.deepEqual([said.rows, said.customer, said.home], [totals, totals, totals]);
    assert.equal(closing, totals[0] - totals[1]);
    refunds += totals[1];
    const { docs } = (await books.ask('get-billings', { query: { customerId: customer, limit: 100 } })).json;
    for (const { settlement, total } of docs.filter((each: any) => each.settlement && each.state !== 'draft')) {
      const { deductedAmountWithTax, creditedAmountWithTax, paidAmount, refundedAmount } = settlement;
      const left = total.amountWithTaxAfterDiscount - deductedAmountWithTax - creditedAmountWithTax - paidAmount;
      assert.equal(left + refundedAmount, settlement.remainingAmount - settlement.toRefundAmount);
    }
  }
  assert.ok(refunds > 0, 'something was to refund');
  service.clock.now = MONDAY;
});

async function invoiceLife(books: Books, customer: string, random: Chance): Promise<void> {
  const lines = [TRAINING, { ...TRAINING, designation: 'Suivi', unitPrice: random.int(1_000, 90_000) }];
  const { id, total } = await books.finalized(books.invoice(customer, { lines }));
  const whole = total.remainingReconciliateAmount;
  if (random.chance(70)) await books.pay('invoice', id, random.chance(50) ? whole : random.int(1, whole - 1));
  for (const _ of [1, 2]) {
    if (random.chance(40)) continue;
    const draft = await books.ask('create-asset', { path: { id } });
    if (draft.refused) return;
    const line = { ...TRAINING, unitPrice: random.int(100, 40_000) };
    await books.done('update-billing-lines', draft.json.id, { lines: [line] });
    const note = await books.ask('finalize-billing', { path: { id: draft.json.id } });
    if (note.refused) return;
    if (random.chance(40)) await books.done('refund-asset', draft.json.id, { refundAt: service.clock.now });
  }
}
