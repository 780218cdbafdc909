import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { readPdf } from '../../../test/pdf/read-pdf.ts';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { bought, PAPER, purchaseLines } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { type Role, scopesOfRole } from '../../domain/people/role.ts';

// Closings of the receipts book and of the register of purchases, through the API.

const DAY = 86_400;
const NO_VAT = { ...TRAINING, vatCode: 'FR_00HT' };
/** 10:00 in Paris. */
const at = (day: string): number => Date.parse(`${day}T09:00:00Z`) / 1000;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business() {
  service.clock.now = at('2026-01-05');
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, vatRegime: 'franchise' });
  const customer = await books.contact();
  const invoice = async (unitPrice = 100_000) =>
    (await books.finalized(books.invoice(customer, { lines: [{ ...NO_VAT, unitPrice }] }))).id as string;
  const paid = (id: string, amount: number, receivedAt = service.clock.now) =>
    books.done('mark-paid', id, { payments: [{ receivedAt, method: 'transfer', amount }] });
  return { account, books, customer, invoice, paid };
}

const YEARS = { from: '2026-01-01', to: '2027-12-31' };
const lines = async (books: Books, query: Record<string, unknown> = YEARS): Promise<any[]> => {
  const heard = await books.ask('list-receipts-book', { query: { limit: 100, ...query } });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json.docs;
};
const said = (line: any) => [line.number, line.on, line.receivedOn, line.amount, line.closed];
const close = (books: Books, through: string) => books.done('close-books', undefined, { through });

test('close-books through 31 March freezes two receipts and a purchase; 500.00 received on 3 February and recorded on 2 April are line 3, of 1 April', async () => {
  const { books, invoice, paid } = await business();
  const [first, second] = [await invoice(), await invoice()];
  service.clock.now = at('2026-02-10');
  await paid(first, 40_000);
  service.clock.now = at('2026-03-20');
  await paid(first, 60_000);
  await bought(books, { paidOn: '2026-03-19' });
  service.clock.now = at('2026-04-02');
  const closing = await close(books, '2026-03-31');
  assert.deepEqual(
    [closing.number, closing.from, closing.to, closing.receipts.totals.count, closing.receipts.totals.amount],
    [1, '2026-01-01', '2026-03-31', 2, 100_000],
  );
  assert.deepEqual([closing.purchases.totals.count, closing.purchases.totals.amount], [1, 4_990]);
  const before = await lines(books, { to: '2026-03-31' });
  await paid(second, 50_000, at('2026-02-03'));
  assert.deepEqual((await lines(books)).map(said), [
    [1, '2026-02-10', undefined, 40_000, true],
    [2, '2026-03-20', undefined, 60_000, true],
    [3, '2026-04-01', '2026-02-03', 50_000, undefined],
  ]);
  assert.deepEqual(await lines(books, { to: '2026-03-31' }), before);
  const totals = async (query: Record<string, unknown>) =>
    (await books.ask('get-receipts-book-totals', { query })).json.total.amount;
  assert.deepEqual([await totals({ to: '2026-03-31' }), await totals({ from: '2026-04-01' })], [100_000, 50_000]);
  const csv = (await books.ask('export-receipts-book', { query: { ...YEARS, format: 'plain' } })).json.csv as string;
  const [head = '', ...rows] = csv.trim().split('\r\n');
  assert.ok(head.endsWith('Comptabilisé le'), head);
  assert.match(rows[2] ?? '', /^3,2026-02-03,.*,2026-04-01$/);
  const urssaf = await books.ask('get-urssaf-declaration', { query: { on: '2026-02-15' } });
  assert.equal(urssaf.json.received, 100_000);
});

test('list-book-closings: each closing has the digest of the one before; verify-book-closings computes 2 closings and 3 lines again', async () => {
  const { books, invoice, paid } = await business();
  const id = await invoice();
  service.clock.now = at('2026-02-01');
  await paid(id, 10_000);
  const first = await close(books, '2026-01-31');
  service.clock.now = at('2026-03-01');
  await paid(id, 20_000);
  await bought(books, { paidOn: '2026-02-27' });
  const second = await close(books, '2026-02-28');
  assert.deepEqual([first.receipts.totals.count, second.receipts.totals.count], [0, 1]);
  assert.deepEqual([second.number, second.from, second.previous], [2, '2026-02-01', first.sha256]);
  const { docs, totalDocs } = (await books.ask('list-book-closings', { query: { limit: 1 } })).json;
  assert.deepEqual([totalDocs, docs.length, docs[0].id], [2, 1, second.id]);
  const { nextCursor } = (await books.ask('list-book-closings', { query: { limit: 1 } })).json;
  const rest = (await books.ask('list-book-closings', { query: { limit: 1, cursor: nextCursor } })).json;
  assert.deepEqual([rest.docs[0].id, rest.nextCursor], [first.id, undefined]);
  assert.deepEqual((await books.ask('verify-book-closings')).json, { intact: true, closings: 2, lines: 2, faults: [] });
});

test('close-books refuses today, a day that is closed, and a line without exchange rate; preview-book-closing sums and stores nothing', async () => {
  const { account, books, invoice, paid } = await business();
  service.clock.now = at('2026-02-10');
  await paid(await invoice(), 40_000);
  const preview = async (through: string) => books.ask('preview-book-closing', { query: { through } });
  const { json } = await preview('2026-02-09');
  assert.deepEqual([json.from, json.to, json.receipts.count], ['2026-01-01', '2026-02-09', 0]);
  assert.equal((await preview('2026-02-10')).refused, 'closing_day_not_over');
  assert.equal(await books.refusal('close-books', undefined, { through: '2026-02-10' }), 'closing_day_not_over');
  service.clock.now = at('2026-02-11');
  assert.equal((await preview('2026-02-10')).json.receipts.amount, 40_000);
  assert.equal((await books.ask('list-book-closings')).json.totalDocs, 0);
  await close(books, '2026-02-10');
  for (const through of ['2026-02-10', '2025-12-31'])
    assert.equal(await books.refusal('close-books', undefined, { through }), 'closing_day_closed');
  // Test mode has its own books.
  const trial = booksOf(service, account.test);
  assert.equal((await trial.ask('list-book-closings')).json.totalDocs, 0);
  assert.equal((await close(trial, '2026-02-09')).number, 1);
});

test('1,000.00 CHF of an account in francs, whose rate to the euro is not known, cannot be closed; nothing is frozen', async () => {
  const { books, invoice, paid } = await business();
  await books.company({ currency: 'CHF' });
  await paid(await invoice(), 100_000);
  service.clock.now += DAY;
  const { json } = await books.ask('preview-book-closing', { query: { through: '2026-01-05' } });
  assert.equal(json.receipts.withoutRate, 1);
  assert.equal(await books.refusal('close-books', undefined, { through: '2026-01-05' }), 'closing_lacks_rate');
  const [line] = await lines(books);
  assert.deepEqual([line.lacksRate, line.closed], [true, undefined]);
});

describe('after a closing', () => {
  async function closedQuarter() {
    const made = await business();
    const { invoice, paid } = made;
    service.clock.now = at('2026-03-10');
    const id = await invoice();
    await paid(id, 100_000);
    return { ...made, id };
  }

  test('a payment of 10 March reversed in April is a negative line of April, and March stays as it was', async () => {
    const { books, id } = await closedQuarter();
    service.clock.now = at('2026-04-03');
    await close(books, '2026-03-31');
    await books.done('mark-unpaid', id);
    assert.deepEqual((await lines(books)).map(said), [
      [1, '2026-03-10', undefined, 100_000, true],
      [2, '2026-04-03', undefined, -100_000, undefined],
    ]);
  });

  test('a refund of 11 March that is removed after the closing is taken back on 1 April; recorded again, it is another line', async () => {
    const { books, id } = await closedQuarter();
    const note = await books.done('create-asset', id);
    await books.done('update-billing-lines', note.id, { lines: [{ ...NO_VAT, unitPrice: 10_000 }] });
    await books.finalized(note);
    service.clock.now = at('2026-03-11');
    await books.done('refund-asset', note.id, { refundAt: service.clock.now });
    service.clock.now = at('2026-04-03');
    await close(books, '2026-03-31');
    const quarter = await lines(books, { to: '2026-03-31' });
    assert.deepEqual(quarter.map(said), [
      [1, '2026-03-10', undefined, 100_000, true],
      [2, '2026-03-11', undefined, -10_000, true],
    ]);
    await books.done('refund-asset', note.id, { refundAt: null });
    const [, , withdrawn] = await lines(books);
    assert.deepEqual(said(withdrawn), [3, '2026-04-01', '2026-03-11', 10_000, undefined]);
    assert.deepEqual([withdrawn.event, withdrawn.corrects], ['refund_withdrawn', quarter[1].id]);
    // The same day again, while the withdrawal is open: the frozen line stands, and there is none.
    await books.done('refund-asset', note.id, { refundAt: at('2026-03-11') });
    assert.equal((await lines(books)).length, 2);
    await books.done('refund-asset', note.id, { refundAt: at('2026-04-02') });
    assert.deepEqual((await lines(books)).map(said).slice(2), [
      [3, '2026-04-01', '2026-03-11', 10_000, undefined],
      [4, '2026-04-02', undefined, -10_000, undefined],
    ]);
    service.clock.now = at('2026-05-03');
    await close(books, '2026-04-30');
    assert.deepEqual(
      (await lines(books)).map(({ amount, closed }) => [amount, closed]),
      [
        [100_000, true],
        [-10_000, true],
        [10_000, true],
        [-10_000, true],
      ],
    );
    // Removed a second time, and recorded once more for a day that was frozen before.
    await books.done('refund-asset', note.id, { refundAt: null });
    service.clock.now = at('2026-06-03');
    await close(books, '2026-05-31');
    await books.done('refund-asset', note.id, { refundAt: at('2026-04-02') });
    const all = await lines(books);
    assert.deepEqual(all.slice(4).map(said), [
      [5, '2026-05-01', '2026-04-02', 10_000, true],
      [6, '2026-06-01', '2026-04-02', -10_000, undefined],
    ]);
    assert.equal(new Set(all.map((line) => line.id)).size, 6);
    assert.equal(
      all.reduce((sum, { amount }) => sum + amount, 0),
      90_000,
    );
  });

  test('an overpayment of 30.00 of March applied in April is two lines of April; the overpayment stays in March', async () => {
    const { books, invoice, customer } = await closedQuarter();
    const id = await invoice();
    await books.done('mark-paid', id, {
      payments: [{ receivedAt: service.clock.now, method: 'transfer', amount: 103_000 }],
      keepExcess: true,
    });
    service.clock.now = at('2026-04-03');
    await close(books, '2026-03-31');
    const quarter = await lines(books, { to: '2026-03-31' });
    assert.deepEqual(quarter.map(({ amount }) => amount).toSorted(), [100_000, 100_000, 3_000].toSorted());
    const query = { source: 'recorded', customerId: customer };
    const [kept] = (await books.ask('list-online-payments', { query })).json.onlinePayments;
    const other = await invoice(3_000);
    const applied = await books.ask('apply-online-payment', {
      path: { onlinePaymentId: kept.id },
      body: { billingId: other },
    });
    assert.equal(applied.refused, undefined);
    assert.deepEqual(await lines(books, { to: '2026-03-31' }), quarter);
    assert.deepEqual(
      (await lines(books, { from: '2026-04-01' })).map(({ on, amount }) => [on, amount]).toSorted(),
      [
        ['2026-04-03', -3_000],
        ['2026-04-03', 3_000],
      ].toSorted(),
    );
  });

  test('takings of 30 March corrected in April are taken back and entered again on 1 April', async () => {
    const { books } = await business();
    service.clock.now = at('2026-03-31');
    const sale = { on: '2026-03-30', sold: 'goods', rate: 0, amount: 42_000 };
    const { id } = await books.done('create-counter-sale', undefined, sale);
    service.clock.now = at('2026-04-03');
    await close(books, '2026-03-31');
    await books.done('correct-counter-sale', id, { ...sale, amount: 40_000 });
    assert.deepEqual(
      (await lines(books))
        .map(said)
        .map(([number, ...rest]) => [number <= 1, ...rest])
        .toSorted(),
      [
        [true, '2026-03-30', undefined, 42_000, true],
        [false, '2026-04-01', '2026-03-30', -42_000, undefined],
        [false, '2026-04-01', '2026-03-30', 40_000, undefined],
      ].toSorted(),
    );
  });

  test('a year that is closed: what was received on 30 December is line 1 of the next year', async () => {
    const { books, invoice, paid } = await business();
    const id = await invoice();
    service.clock.now = at('2026-12-20');
    await paid(id, 10_000);
    service.clock.now = at('2027-01-10');
    await paid(id, 20_000);
    await close(books, '2026-12-31');
    await paid(id, 30_000, at('2026-12-30'));
    assert.deepEqual((await lines(books)).map(said), [
      [1, '2026-12-20', undefined, 10_000, true],
      [1, '2027-01-01', '2026-12-30', 30_000, undefined],
      [2, '2027-01-10', undefined, 20_000, undefined],
    ]);
    // By pages of one line, and from the middle of the year.
    const pages: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const { json } = await books.ask('list-receipts-book', {
        query: { ...YEARS, limit: 1, ...(cursor && { cursor }) },
      });
      pages.push(...json.docs.map(said));
      assert.equal(json.totalDocs, 3);
      cursor = json.nextCursor;
      if (!cursor) break;
    }
    assert.deepEqual(pages, (await lines(books)).map(said));
    assert.deepEqual((await lines(books, { from: '2027-01-05', to: '2027-12-31' })).map(said), [
      [2, '2027-01-10', undefined, 20_000, undefined],
    ]);
  });

  test('a purchase paid on 28 December and recorded after the closing of 2026 is number 1 of 2027; so is the counter-entry of a closed one', async () => {
    const { books } = await business();
    service.clock.now = at('2026-12-29');
    const { id } = await bought(books, { paidOn: '2026-12-27' });
    service.clock.now = at('2027-01-10');
    await close(books, '2026-12-31');
    const late = await bought(books, { paidOn: '2026-12-28', amount: 700, deductibleVat: 0 });
    assert.deepEqual([late.number, late.paidOn, late.bookedOn], [1, '2026-12-28', '2027-01-01']);
    await books.done('correct-purchase', id, { replacement: { ...PAPER, paidOn: '2026-12-27', amount: 4_090 } });
    const inYear = async (year: string) =>
      (await purchaseLines(books, { from: `${year}-01-01`, to: `${year}-12-31` })).map(
        ({ number, bookedOn, amount }) => [number, bookedOn, amount],
      );
    assert.deepEqual(await inYear('2026'), [[1, '2026-12-27', 4_990]]);
    assert.deepEqual(await inYear('2027'), [
      [1, '2027-01-01', 700],
      [2, '2027-01-01', -4_990],
      [3, '2027-01-01', 4_090],
    ]);
    const { total } = (await books.ask('get-purchases-totals', { query: { from: '2026-01-01', to: '2026-12-31' } }))
      .json;
    assert.equal(total.amount, 4_990);
    assert.equal((await books.ask('verify-book-closings')).json.intact, true);
  });

  test('the PDF of a closed quarter prints when it was closed and the digest; that of a period with an open day does not', async () => {
    const { books } = await closedQuarter();
    service.clock.now = at('2026-04-03');
    const { sha256 } = await close(books, '2026-03-31');
    for (const name of ['download-receipts-book', 'download-purchases-register']) {
      const text = async (to: string) => {
        const { file } = await books.ask(name, { query: { from: '2026-01-01', to, format: 'pdf' } });
        const { pages } = await readPdf(file?.bytes as Buffer);
        return pages.join(' ').replaceAll(/\s+/g, '');
      };
      const closed = await text('2026-03-31');
      assert.ok(closed.includes(`empreinteSHA-256${sha256}`), name);
      assert.match(closed, /clôturéele3avril2026/);
      assert.doesNotMatch(await text('2026-04-03'), /empreinteSHA-256/);
    }
  });

  test('the closing is an entry of the audit trail and an event; another with the same idempotency key is the same closing', async () => {
    const { account, books } = await closedQuarter();
    service.clock.now = at('2026-04-03');
    const body = { through: '2026-03-31' };
    const [first, again] = [
      await books.ask('close-books', { body, idempotencyKey: 'close-1' }),
      await books.ask('close-books', { body, idempotencyKey: 'close-1' }),
    ];
    assert.equal(first.json.id, again.json.id);
    const links = await inTransaction(service.services.pool, account.live, async (tx) => ({
      commit: false,
      answer: await tx.read(sql`select link from billing.chain_link where account_id = $1 and not test order by seq`, [
        account.accountId,
      ]),
    }));
    const closings = links.map(({ link }) => JSON.parse(link)).filter(({ type }) => type === 'books_closed');
    assert.deepEqual(
      closings.map(({ subject, sha256 }) => [subject.id, sha256]),
      [[first.json.id, first.json.sha256]],
    );
    const { json } = await books.ask('list-events', { query: { type: 'books.closed' } });
    assert.deepEqual(
      json.docs.map(({ closing }: any) => closing.id),
      [first.json.id],
    );
    assert.equal((await books.ask('verify-audit-chain')).json.intact, true);
  });

  test('owners and accountants close the books; members read closings and cannot', async () => {
    const { account, books } = await closedQuarter();
    service.clock.now = at('2026-04-03');
    const as = (role: Role) => booksOf(service, { ...account.live, scopes: scopesOfRole(role, { test: false }) });
    const member = as('member');
    assert.equal(await member.refusal('close-books', undefined, { through: '2026-01-31' }), 'scope_missing');
    assert.equal((await member.ask('list-book-closings')).refused, undefined);
    assert.equal((await member.ask('preview-book-closing', { query: { through: '2026-01-31' } })).refused, undefined);
    assert.equal((await close(as('accountant'), '2026-01-31')).number, 1);
    assert.equal((await close(as('owner'), '2026-03-31')).number, 2);
    assert.equal((await lines(books))[0].closed, true);
  });
});
