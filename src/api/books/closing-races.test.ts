import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { PAPER } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// Payments and purchases that are recorded while the books are closed.

const FEBRUARY = Date.UTC(2026, 1, 10, 9) / 1000;
const APRIL = Date.UTC(2026, 3, 2, 9) / 1000;
/** Payments recorded in each round, half of them before the closing begins. */
const PAYMENTS = 12;
/** Rounds until a payment was late and another frozen in one race. */
const ROUNDS_MAX = 25;
const YEAR = { from: '2026-01-01', to: '2026-12-31', limit: 100 };

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function invoices() {
  service.clock.now = FEBRUARY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, vatRegime: 'franchise' });
  const customer = await books.contact();
  const ids: string[] = [];
  for (let n = 0; n < PAYMENTS; n++)
    ids.push((await books.finalized(books.invoice(customer, { lines: [{ ...TRAINING, vatCode: 'FR_00HT' }] }))).id);
  service.clock.now = APRIL;
  return { account, books, ids };
}

const paid = (books: Books, id: string, amount: number) =>
  books.done('mark-paid', id, { payments: [{ receivedAt: FEBRUARY, method: 'transfer', amount }] });
const linesOf = async (books: Books): Promise<any[]> =>
  (await books.ask('list-receipts-book', { query: YEAR })).json.docs;

test('12 payments and 12 purchases recorded while the books are closed are each in the closing or late: none is lost or doubled', async () => {
  let isMixed = false;
  let rounds = 0;
  for (; rounds < ROUNDS_MAX && !isMixed; rounds++) {
    const { account, books, ids } = await invoices();
    const amounts = ids.map((_, n) => 100 + n);
    // The closing begins between the payments, after more of them in each round.
    const before = 1 + (rounds % (PAYMENTS - 1));
    const pay = (from: number, to: number) =>
      ids.slice(from, to).map((id, n) => paid(books, id, amounts[from + n] ?? 0));
    const buy = (n: number) =>
      books.done('record-purchase', undefined, { ...PAPER, paidOn: '2026-02-03', amount: 1_000 + n, deductibleVat: 0 });
    const earlier = pay(0, before);
    // In every second round the earlier ones are certainly in the closing; the others race it.
    if (rounds % 2 === 1) await Promise.all(earlier);
    const closing = books.done('close-books', undefined, { through: '2026-03-31' });
    // The last one is certainly late in every second of those rounds.
    const racing = rounds % 4 === 3 ? PAYMENTS - 1 : PAYMENTS;
    const late = closing.then(() => Promise.all(pay(racing, PAYMENTS)));
    const [{ receipts, purchases }] = await Promise.all([
      closing,
      ...earlier,
      ...pay(before, racing),
      late,
      ...ids.map((_, n) => buy(n)),
    ]);
    const lines = await linesOf(books);
    assert.deepEqual(
      lines.map(({ amount }) => amount).toSorted((a, b) => a - b),
      amounts,
    );
    assert.deepEqual(
      lines.map(({ number }) => number),
      amounts.map((_, place) => place + 1),
    );
    const frozen = lines.filter(({ closed }) => closed);
    assert.equal(frozen.length, receipts.totals.count);
    for (const line of lines)
      assert.deepEqual(
        [line.on, line.receivedOn],
        line.closed ? ['2026-02-10', undefined] : ['2026-04-01', '2026-02-10'],
      );
    const bought = (await books.ask('list-purchases', { query: YEAR })).json.docs;
    assert.equal(bought.length, PAYMENTS);
    assert.equal(bought.filter(({ bookedOn }: any) => bookedOn === '2026-02-03').length, purchases.totals.count);
    assert.deepEqual((await books.ask('verify-book-closings')).json.faults, []);
    isMixed = frozen.length > 0 && frozen.length < PAYMENTS;
    // Control: a book that knows of no late lines would have lost those that the closing missed.
    if (isMixed) assert.ok((await storedPayments(account.live)) > frozen.length);
  }
  assert.ok(isMixed, `in ${rounds} rounds no closing met payments`);
  console.log(`a closing met payments in round ${rounds}`);
}, 240_000);

const storedPayments = (caller: { accountId: string; test: boolean }): Promise<number> =>
  inTransaction(service.services.pool, caller, async (tx) => ({
    commit: false,
    answer: (
      await tx.read(
        sql`
        select count(*)::int as total from billing.payment where account_id = $1 and received_on <= '2026-03-31'`,
        [caller.accountId],
      )
    )[0]?.total as number,
  }));

test('a payment whose transaction began before the closing and commits after it is late, not lost', async () => {
  const { account, books, ids } = await invoices();
  const [first = '', second = ''] = ids;
  await paid(books, first, 500);
  const copied = sql`
    insert into billing.payment (account_id, id, document_id, test, amount_cents, received_on, method, content, created_at)
    select account_id, gen_random_uuid(), $2, test, 700, received_on, method, content, created_at from billing.payment
    where account_id = $1`;
  await inTransaction(service.services.pool, account.live, async (tx) => {
    tx.write(copied, [account.accountId, second]);
    await tx.read(sql`select 1`);
    await books.done('close-books', undefined, { through: '2026-03-31' });
    return { commit: true, answer: undefined };
  });
  const lines = await linesOf(books);
  assert.deepEqual(
    lines.map(({ amount, on, receivedOn, closed }) => [amount, on, receivedOn, closed]),
    [
      [500, '2026-02-10', undefined, true],
      [700, '2026-04-01', '2026-02-10', undefined],
    ],
  );
});

test('two closings at once are one: the second is refused, or closes nothing twice', async () => {
  const { books, ids } = await invoices();
  await paid(books, ids[0] ?? '', 500);
  const both = await Promise.all([
    books.refusal('close-books', undefined, { through: '2026-03-31' }),
    books.refusal('close-books', undefined, { through: '2026-03-31' }),
  ]);
  assert.deepEqual(both.toSorted(), ['closing_day_closed', undefined]);
  assert.equal((await books.ask('list-book-closings')).json.totalDocs, 1);
});
