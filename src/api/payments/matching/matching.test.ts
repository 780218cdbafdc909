import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { bankLines } from '../../../../test/support/stand-ins/bank-lines.ts';
import { verifyAccounts } from '../../../db/audit/verify/verify-accounts.ts';
import { claimJobs, NO_ACCOUNT_SCOPE } from '../../../db/job-queue.ts';
import { wakeBankMatches } from '../../../db/payments/bank-matches.ts';
import { inTransaction, sql, type unprepared } from '../../../db/transaction.ts';
import { applyCertainMatches } from '../../../jobs/payments/apply-certain-matches.ts';
import type { JobContext } from '../../../queue/job.ts';
import type { Context } from '../../../services/context.ts';
import { applyTransaction } from '../../../services/payments/matching/apply-transaction.ts';
import { contextOf } from '../../../services/payments/online/open-session.ts';
import { markInvoiceUnpaid } from '../mark-paid.ts';

let service: TestService;
let books: Books;
let bank: Awaited<ReturnType<typeof bankLines>>;
let nadia: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  nadia = await books.contact({ firstname: 'Nadia', lastname: 'Verne' });
  bank = await bankLines(service);
});
afterAll(() => service.close());

const sold = (unitPrice: number) => ({
  lines: [{ designation: 'Conseil', quantity: 1, unitPrice, vatCode: 'FR_2000' }],
});
/** A finalized invoice of this many cents, without VAT. */
const owed = (unitPrice: number, customerId = nadia) => books.finalized(books.invoice(customerId, sold(unitPrice)));
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

test('1,200.00 with an invoice number are suggested with reasons; confirming records one payment with the transaction id', async () => {
  const { id, number } = await owed(100_000);
  const line = await bank(120_000, `VIR VERNE NADIA ${number}`, { on: '2026-02-27' });
  const { documents, reasons, isCertain, kind } = await suggested(line);
  assert.deepEqual([kind, isCertain, reasons.toSorted()], ['documents', true, ['amount', 'name', 'number']]);
  assert.deepEqual(documents, [
    { billingId: id, number, amount: 120_000, remaining: 120_000, customerName: 'Nadia Verne' },
  ]);
  const { remaining, matches } = await apply(line, { billingId: id });
  assert.deepEqual([remaining, matches[0].number, matches[0].byItself], [0, number, false]);
  assert.deepEqual(seen(await books.done('get-invoice', id)), ['paid', true, 0]);
  const [payment] = await paymentsOf(id);
  // The bank's day, at noon in Paris.
  assert.deepEqual([payment.transactionId, payment.receivedAt], [line, Date.UTC(2026, 1, 27, 11) / 1000]);
  assert.equal(await apply(line, { billingId: id }), 'bank_transaction_exceeded');
  assert.equal(await suggested(line), undefined);
});

test('one transfer pays several invoices: 300.00 and 540.00 of 900.00 leave 60.00; none is paid beyond its amount due', async () => {
  const [one, two] = [await owed(25_000), await owed(45_000)];
  const line = await bank(90_000, 'VIR SEPA');
  assert.equal(await apply(line, { billingId: one.id, amount: 30_001 }), 'payment_exceeds_remaining');
  const { remaining, matches } = await apply(line, { billingId: one.id }, { billingId: two.id });
  assert.deepEqual([remaining, matches.map(({ amount }: any) => amount).toSorted()], [6_000, [30_000, 54_000]]);
  const part = await owed(100_000);
  assert.equal((await apply(line, { billingId: part.id })).remaining, 0);
  assert.deepEqual(seen(await books.done('get-invoice', part.id)), ['finalized', true, 114_000]);
});

test('one of two concurrent confirmations succeeds, and a double payment is refused as a whole', async () => {
  const [one, two] = [await owed(10_000), await owed(10_000)];
  const line = await bank(12_000, 'VIR SEPA');
  const heard = await Promise.all([apply(line, { billingId: one.id }), apply(line, { billingId: two.id })]);
  assert.deepEqual(heard.map((each) => each.remaining ?? each).toSorted(), [0, 'bank_transaction_exceeded']);
  const same = await owed(10_000);
  const [first, second] = [await bank(12_000, 'VIR A'), await bank(12_000, 'VIR B')];
  const both = await Promise.all([apply(first, { billingId: same.id }), apply(second, { billingId: same.id })]);
  assert.deepEqual(both.map((each) => each.remaining ?? each).toSorted(), [0, 'nothing_due']);
  assert.equal((await paymentsOf(same.id)).length, 1);
  // The second of two parts exceeds the amount: neither is recorded.
  const rest = await bank(12_000, 'VIR C');
  const [part, more] = [await owed(5_000), await owed(50_000)];
  const parts = [{ billingId: part.id }, { billingId: more.id, amount: 6_001 }];
  assert.equal(await apply(rest, ...parts), 'bank_transaction_exceeded');
  assert.deepEqual(await paymentsOf(part.id), []);
});

test('undo reverses the payments by counter-entries, the invoice is due again, and the suggestion does not return', async () => {
  const { id, number } = await owed(20_000);
  const line = await bank(24_000, `VIR ${number}`);
  await apply(line, { billingId: id });
  assert.equal((await ask('undo-bank-transaction', line)).remaining, 24_000);
  assert.deepEqual(seen(await books.done('get-invoice', id)), ['finalized', false, 24_000]);
  assert.deepEqual(
    (await paymentsOf(id)).map(({ amount }: any) => amount),
    [24_000, -24_000],
  );
  assert.equal(await ask('undo-bank-transaction', line), 'bank_transaction_not_applied');
  assert.equal(await suggested(line), undefined);
  assert.deepEqual((await ask('reconsider-bank-transaction', line)).matches, []);
  assert.equal((await suggested(line)).documents[0].number, number);
});

test('marking an invoice unpaid makes its transfer available again', async () => {
  const { id } = await owed(30_000);
  const line = await bank(36_000, 'VIR SEPA');
  await apply(line, { billingId: id });
  await books.done('mark-unpaid', id);
  assert.equal((await ask('reconsider-bank-transaction', line)).remaining, 36_000);
  assert.equal((await apply(line, { billingId: id })).remaining, 0);
});

test('a dismissed suggestion and a set-aside transaction stay hidden until the transaction is reconsidered', async () => {
  const { number } = await owed(40_000);
  const line = await bank(48_000, `VIR ${number}`);
  const { key } = await suggested(line);
  await ask('dismiss-bank-suggestion', line, { key });
  assert.equal(await suggested(line), undefined);
  assert.deepEqual((await ask('get-bank-suggestions', line)).suggestions, []);
  const listed = async () => {
    const { json } = await books.ask('list-bank-suggestions', { query: { show: 'left', limit: '200' } });
    return json.docs.some(({ id }: any) => id === line);
  };
  assert.equal(await listed(), true);
  await ask('dismiss-bank-suggestion', line);
  assert.equal(await listed(), false);
  await ask('reconsider-bank-transaction', line);
  assert.equal((await ask('get-bank-suggestions', line)).suggestions[0].key, key);
});

test('suggestions and matches can be filtered by bank account, and the filter does not change suggestions', async () => {
  const { id, number } = await owed(15_000);
  const known = async () => (await books.done('list-bank-accounts')).bankAccounts.map((each: any) => each.id);
  const before = new Set(await known());
  const elsewhere = await bankLines(service);
  const [bankAccountId] = (await known()).filter((each: string) => !before.has(each));
  const line = await elsewhere(18_000, `VIR ${number}`);
  const ids = async (name: string, query: object) => {
    const { json } = await books.ask(name, { query: { limit: '100', ...query } });
    return json.docs.map((each: any) => each.transactionId ?? each.id);
  };
  assert.deepEqual(await ids('list-bank-suggestions', { show: 'suggested', bankAccountId }), [line]);
  assert.ok((await ids('list-bank-suggestions', { show: 'all' })).length > 1, 'control: other accounts have lines too');
  assert.deepEqual(await ids('list-bank-suggestions', { show: 'left', bankAccountId }), []);
  await apply(line, { billingId: id });
  assert.deepEqual(await ids('list-bank-suggestions', { bankAccountId }), []);
  assert.deepEqual(await ids('list-bank-matches', { bankAccountId }), [line]);
  assert.ok((await ids('list-bank-matches', {})).length > 1);
});

test('an existing payment is matched instead of recorded again, and by one transfer only', async () => {
  const { id, number } = await owed(70_000);
  await books.pay('invoice', id, 84_000);
  const [payment] = await paymentsOf(id);
  const line = await bank(84_000, 'VIR VERNE NADIA');
  const { kind, paymentId, documents } = await suggested(line);
  assert.deepEqual([kind, paymentId, documents[0].number], ['payment', payment.id, number]);
  assert.equal((await ask('apply-bank-transaction', line, { payments: [payment.id] })).matches[0].kind, 'recorded');
  assert.equal((await paymentsOf(id)).length, 1);
  const other = await bank(84_000, 'VIR VERNE NADIA');
  assert.equal(await suggested(other), undefined);
  assert.equal(await ask('apply-bank-transaction', other, { payments: [payment.id] }), 'bank_match_exists');
  assert.equal(await ask('apply-bank-transaction', other, { payments: [other] }), 'bank_payment_not_found');
  assert.equal(await ask('apply-bank-transaction', other, { payouts: [other] }), 'bank_payout_not_found');
});

test('outgoing transactions, other currencies and the other mode cannot pay an invoice', async () => {
  const { id } = await owed(10_000);
  assert.equal(await apply(await bank(-12_000, 'PRLV'), { billingId: id }), 'bank_transaction_exceeded');
  assert.equal(await apply(service.services.newId(), { billingId: id }), 'bank_transaction_not_found');
  const tried = await bankLines(service, service.test);
  assert.equal(await apply(await tried(12_000, 'VIR'), { billingId: id }), 'bank_transaction_not_found');
  assert.equal(await apply(await bank(12_000, 'VIR'), { billingId: service.services.newId() }), 'document_not_found');
  const dollars = await books.invoice(nadia, sold(10_000));
  await books.done('update-invoice-currency', dollars.id, { currency: 'USD', currencyRate: 1.1 });
  await books.finalized(dollars);
  assert.equal(await apply(await bank(12_000, 'VIR'), { billingId: dollars.id }), 'bank_transaction_of_other_currency');
});

test('database constraints reject excess amounts, a second match of a payment and a second undo', async () => {
  const { id } = await owed(10_000);
  const line = await bank(12_000, 'VIR');
  await apply(line, { billingId: id, amount: 7_000 });
  const [payment] = await paymentsOf(id);
  const write = (statement: Parameters<typeof unprepared>[0], values: unknown[]) =>
    inTransaction(service.services.pool, service.live, async (tx) => ({
      commit: true,
      answer: await tx.read(statement, values),
    }));
  const match = sql`insert into billing.bank_match (account_id, id, test, transaction_id, kind, amount_cents, document_id, payment_id, by_itself, created_at)
    values ($1, gen_random_uuid(), false, $2, 'recorded', $3, $4, $5, false, 1)`;
  const { pay } = books;
  await pay('invoice', id, 5_000);
  const [, other] = await paymentsOf(id);
  const values = (amount: number, paymentId: string) => [service.accountId, line, amount, id, paymentId];
  await assert.rejects(write(match, values(5_001, other.id)), { constraint: 'bank_transaction_check' });
  await assert.rejects(write(match, values(5_000, payment.id)), { constraint: 'bank_match_of_payment' });
  await write(match, values(5_000, other.id));
  const undo = sql`update billing.bank_match set undone_at = 2 where account_id = $1 and transaction_id = $2`;
  await write(undo, [service.accountId, line]);
  await assert.rejects(write(undo, [service.accountId, line]), /undone once/);
});

/** One run of the worker that applies transactions automatically. */
async function workedOff(): Promise<void> {
  const { services, clock } = service;
  await inTransaction(services.pool, service.live, async (tx) => {
    wakeBankMatches(tx, { test: false, now: clock.now });
    return { commit: true, answer: undefined };
  });
  const claim = { lane: 'bank_matches', troubled: false, now: clock.now, leaseSeconds: 60, room: 10 };
  const places = { perAccount: 10, perShare: 10, busyAccounts: new Map(), busyShares: new Map(), past: undefined };
  const held = await inTransaction(services.pool, NO_ACCOUNT_SCOPE, async (tx) => ({
    commit: true,
    answer: await claimJobs(tx, { ...claim, ...places }),
  }));
  for (const job of held) await applyCertainMatches.run(job, { services } as JobContext);
}

test('only certain matches are applied automatically, if the account allows it, and marked; an undone match stays undone', async () => {
  const [certain, byName] = [await owed(61_000), await owed(62_000)];
  const numbered = await bank(73_200, `VIR ${certain.number}`);
  const named = await bank(74_400, 'VIR VERNE NADIA');
  await workedOff();
  assert.equal((await books.done('get-invoice', certain.id)).state, 'finalized');
  await books.company({ ...COMPANY, bankMatchedByItself: true });
  await workedOff();
  assert.equal((await books.done('get-invoice', certain.id)).state, 'paid');
  assert.equal((await books.done('get-invoice', byName.id)).state, 'finalized');
  assert.equal((await suggested(named)).isCertain, false);
  const { json } = await books.ask('list-bank-matches', { query: { byItself: 'true' } });
  assert.ok(
    json.docs.some(({ transactionId, number }: any) => transactionId === numbered && number === certain.number),
  );
  await ask('undo-bank-transaction', numbered);
  await workedOff();
  assert.equal((await books.done('get-invoice', certain.id)).state, 'finalized');
  await books.company({ ...COMPANY, bankMatchedByItself: false });
});

/** Runs `work` in a transaction that stays open until released. */
async function heldOpen<T>(work: (context: Context) => Promise<T>): Promise<() => Promise<T>> {
  const { services, live } = service;
  const [ends, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const doing = inTransaction(services.pool, live, async (tx) => {
    const answer = await work(await contextOf(services, tx, false));
    // All statements it sent are executed.
    await tx.read(sql`select 1`);
    isDone.resolve();
    await ends.promise;
    return { commit: true, answer };
  });
  await Promise.race([isDone.promise, doing]);
  return () => {
    ends.resolve();
    return doing;
  };
}

/** Resolves when a statement waits for a lock in PostgreSQL, or the request is answered. */
async function waitsOrAnswers(asked: Promise<unknown>): Promise<void> {
  const WAITING = 'select from pg_locks where not granted';
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  asked.then(over, over);
  while (!isOver && (await service.owner.query(WAITING)).rowCount === 0) await wait(10);
}

test('of two transfers matched concurrently to one payment or payout, one is refused with bank_match_exists', async () => {
  const { id } = await owed(70_001);
  await books.pay('invoice', id, 84_001);
  const payments = [(await paymentsOf(id))[0].id];
  const payout = { id: service.services.newId(), test: false, provider: 'stripe', provider_id: 'po_1', cents: 84_001 };
  await inTransaction(service.services.pool, service.live, async (tx) => {
    tx.write(PUT_PAYOUT, [tx.accountId, ...Object.values(payout)]);
    return { commit: true, answer: undefined };
  });
  for (const what of [{ payments }, { payouts: [payout.id] }]) {
    const first = await bank(84_001, 'VIR A');
    const said = { documents: [], payments: [], payouts: [], ...what };
    const letGo = await heldOpen((context) => applyTransaction(context, first, said));
    const second = ask('apply-bank-transaction', await bank(84_001, 'VIR B'), what);
    await waitsOrAnswers(second);
    assert.equal(await letGo(), undefined);
    assert.equal(await second, 'bank_match_exists');
  }
});

test('a payment that is being reversed concurrently cannot be matched to a transfer', async () => {
  const { id } = await owed(70_002);
  await books.pay('invoice', id, 84_002);
  const payments = [(await paymentsOf(id))[0].id];
  const line = await bank(84_002, 'VIR A');
  const letGo = await heldOpen((context) => markInvoiceUnpaid.run(context, { id }));
  const said = ask('apply-bank-transaction', line, { payments });
  await waitsOrAnswers(said);
  await letGo();
  assert.equal(await said, 'bank_payment_not_found');
  const { remaining, matches } = await ask('reconsider-bank-transaction', line);
  assert.deepEqual([remaining, matches], [84_002, []]);
});

const PUT_PAYOUT = sql`
  insert into billing.payout (account_id, id, test, provider, provider_id, amount_cents, currency, arrives_on, created_at)
  values ($1, $2, $3, $4, $5, $6, 'EUR', '2026-03-01', 0)`;

test('the audit chain contains payments by transfer and their reversals', async () => {
  const known = { keys: service.seal.keys };
  const { findings, links } = await verifyAccounts(service.database.serving, [service.accountId], known);
  assert.deepEqual(findings, []);
  assert.ok(links > 20);
});
