import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import type * as z from 'zod';
import { canonicalJson } from '../../src/audit/canonical-json.ts';
import type { ClosureJson } from '../../src/schemas/account/closure.ts';
import { testCluster } from '../support/database/test-database.ts';
import { closePeriods } from '../support/documents/close-periods.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const EACH_DAY = { what: 'training of one day: 1,000.00 net, 200.00 VAT' };

/** As it is answered; every currency that is asked for is there. */
type Answered = z.output<typeof ClosureJson>;
type Closure = Omit<Answered, 'figures' | 'yearToDate' | 'perpetual'> & {
  [Member in 'figures' | 'yearToDate' | 'perpetual']: { EUR: NonNullable<Answered[Member][string]> };
};

let service: TestService;
let books: Books;
let customer: string;

async function opened(): Promise<void> {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customer = await books.contact();
}
const goTo = (iso: string): void => void (service.clock.now = at(iso));
const close = async () => assert.deepEqual(await closePeriods(service), []);
const closures = async (query: object = {}): Promise<Closure[]> =>
  (await service.call('list-closures', { query: { limit: 100, ...query } })).json.docs.toReversed();
const named = async (query: object = {}): Promise<string[]> => (await closures(query)).map(({ period }) => period);

/** Bills a day of training, and has it paid as a transfer where asked. */
async function billed(paid?: number): Promise<{ id: string }> {
  const invoice = await books.finalized(books.invoice(customer));
  if (paid !== undefined) await books.pay('invoice', invoice.id, paid);
  return invoice;
}

beforeAll(opened);
afterAll(() => service.close());

let unpaid: { id: string };
test(`two days of November, ${EACH_DAY.what}, close as days, then the month, each once`, async () => {
  goTo('2026-11-20T10:00:00+01:00');
  await billed(50_000);
  await close();
  assert.deepEqual(await named(), [], 'the day is not over');
  goTo('2026-11-21T00:01:59+01:00');
  await close();
  assert.deepEqual(await named(), [], 'nor is the time of grace');
  goTo('2026-11-21T00:02:00+01:00');
  await close();
  await close();
  assert.deepEqual(await named(), ['2026-11-20']);

  goTo('2026-11-25T10:00:00+01:00');
  unpaid = await billed();
  goTo('2026-12-01T08:00:00+01:00');
  await close();
  assert.deepEqual(await named({ kind: 'day' }), ['2026-11-20', '2026-11-25']);
  const [month] = (await closures({ kind: 'month' })) as [Closure];
  assert.deepEqual([month.period, month.n, month.endsAt], ['2026-11', 1, at('2026-12-01T00:00:00+01:00')]);
  const { invoices, payments, vat } = month.figures.EUR;
  assert.deepEqual(invoices, { count: 2, net: 200_000, vat: 40_000, total: 240_000 });
  assert.deepEqual(payments, { transfer: { count: 1, amount: 50_000 } });
  assert.deepEqual(vat, { FR_2000: { net: 200_000, vat: 40_000 } });
  assert.equal(month.perpetual.EUR.total, 240_000);
});

test('a payment backdated into a closed day belongs to the day it is recorded; nothing is reopened', async () => {
  const before = await closures();
  goTo('2026-12-10T10:00:00+01:00');
  await billed();
  await books.done('mark-paid', unpaid.id, {
    payments: [{ amount: 120_000, receivedAt: at('2026-11-25T12:00:00+01:00'), method: 'cash' }],
  });
  goTo('2026-12-11T08:00:00+01:00');
  await close();
  const now = await closures();
  assert.deepEqual(now.slice(0, before.length), before);
  const day = now.at(-1) as Closure;
  assert.deepEqual([day.period, day.figures.EUR.payments], ['2026-12-10', { cash: { count: 1, amount: 120_000 } }]);
});

test('weeks without a running worker are closed in one run: days, months, the year, with continuous totals', async () => {
  goTo('2026-12-30T10:00:00+01:00');
  await billed();
  goTo('2027-01-04T10:00:00+01:00');
  await billed();
  goTo('2027-02-15T10:00:00+01:00');
  await billed();
  goTo('2027-04-01T10:00:00+02:00');
  await close();
  const all = await closures();
  assert.deepEqual(
    all.toSorted((a, b) => a.lastSeq - b.lastSeq || a.kind.localeCompare(b.kind)).map(({ period }) => period),
    [
      ...['2026-11-20', '2026-11-25', '2026-11', '2026-12-10'],
      ...['2026-12-30', '2026-12', '2026'],
      ...['2027-01-04', '2027-01', '2027-02-15', '2027-02'],
    ],
  );
  const [year] = all.filter(({ kind }) => kind === 'year') as [Closure];
  assert.equal(year.figures.EUR.invoices.count, 4);
  assert.equal(year.perpetual.EUR.total, 480_000);
  const [last] = (await closures({ from: '2027-02-15' })) as [Closure];
  assert.deepEqual([last.yearToDate.EUR.total, last.perpetual.EUR.total], [240_000, 720_000]);
});

test('each closure links to the previous one of its kind by hash, number and range; the response hashes to its hash', async () => {
  const all = await closures();
  for (const kind of ['day', 'month', 'year']) {
    let before: { n: number; lastSeq: number; sha256: string } | undefined;
    for (const { period, sha256, ...closure } of all.filter((each) => each.kind === kind)) {
      assert.equal(createHash('sha256').update(canonicalJson(closure)).digest('hex'), sha256, period);
      assert.equal(closure.previous, before?.sha256);
      assert.equal(closure.n, (before?.n ?? 0) + 1);
      assert.equal(closure.firstSeq, (before?.lastSeq ?? 0) + 1);
      before = { ...closure, sha256 };
    }
  }
  const one = await service.call('get-closure', { path: { id: all[0]?.id } });
  assert.deepEqual(one.json, all[0]);
  assert.equal(
    (await service.call('get-closure', { path: { id: service.services.newId() } })).refused,
    'closure_not_found',
  );
});

test('a manual request closes finished periods now; a second request closes nothing', async () => {
  goTo('2027-04-01T11:00:00+02:00');
  await billed();
  goTo('2027-04-02T11:00:00+02:00');
  const first = (await service.call('make-closures')).json;
  assert.deepEqual([first.docs.map(({ period }: Closure) => period), first.hasMore], [['2027-04-01'], false]);
  assert.deepEqual((await service.call('make-closures')).json, { docs: [], hasMore: false });
});

test('ten concurrent requests close a day once', async () => {
  goTo('2027-04-02T12:00:00+02:00');
  await billed();
  goTo('2027-04-03T12:00:00+02:00');
  const made = await Promise.all(Array.from({ length: 10 }, () => service.call('make-closures')));
  assert.deepEqual(
    made.flatMap((answer) => answer.json.docs.map(({ period }: Closure) => period)),
    ['2027-04-02'],
  );
});

test('an account that moves west repeats a day and closes it once; later entries belong to the next day', async () => {
  goTo('2027-04-05T10:00:00+02:00');
  await billed();
  goTo('2027-04-06T01:00:00+02:00');
  await close();
  await books.done('update-company', undefined, { zone: 'America/New_York' });
  await billed();
  goTo('2027-04-08T12:00:00+02:00');
  await close();
  const days = await named({ kind: 'day', from: '2027-04-05' });
  assert.ok(days[0] === '2027-04-05' && days.length === 2, days.join());
});

test('test data has its own closures, and a test key sees only those', async () => {
  const test = booksOf(service, service.test);
  const contact = await test.contact();
  await test.finalized(test.invoice(contact));
  goTo('2027-05-01T12:00:00+02:00');
  await close();
  const seen = (await service.call('list-closures', { caller: service.test })).json;
  assert.ok(seen.totalDocs >= 1 && seen.docs.every(({ test }: Closure) => test === true));
  assert.ok((await closures()).every(({ test }) => test === false));
});

test('advance, final invoice with deduction and credit note count billed amounts once, matching SQL', async () => {
  const estimate = await books.signedEstimate(customer, { lines: [TRAINING] });
  const advance = await books.finalizedAdvance(estimate.id);
  await books.pay('advance', advance.id, 36_000);
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  await books.finalized(books.done('create-asset', (await billed()).id));
  goTo('2028-01-15T12:00:00+01:00');
  await close();
  const [day] = (await closures({ kind: 'day' })).slice(-1) as [Closure];
  const { advances, invoices, creditNotes } = day.figures.EUR;
  assert.deepEqual([advances.total, invoices.total, creditNotes.total], [36_000, 84_000 + 120_000, 120_000]);
  assert.equal(final.isFinalInvoice, true);

  const { rows } = await service.owner.query(
    `select sum(case kind when 'credit_note' then -1 else 1 end * (total_cents - deducted_cents))::bigint as total
     from (select set_config('app.account_id', $1, false)) here, billing.document
     where number is not null and not test and kind in ('invoice', 'advance', 'credit_note')`,
    [service.accountId],
  );
  assert.equal(day.perpetual.EUR.total, rows[0].total);
});

test('an account with a missing document is not closed, and does not block other accounts', async () => {
  const other = await service.newAccount('Otto Fremd');
  const theirs = booksOf(service, other.live);
  await theirs.company();
  await theirs.finalized(theirs.invoice(await theirs.contact()));
  const { id } = await billed();
  goTo('2028-01-20T12:00:00+01:00');
  const { database } = service.database.serving as { database: string };
  const superuser = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await superuser.connect();
  try {
    await superuser.query("set session_replication_role = 'replica'");
    await superuser.query('delete from billing.document where id = $1', [id]);
    const told = await closePeriods(service);
    assert.equal(told.length, 1);
    assert.deepEqual(await named({ from: '2028-01-15' }), []);
    const seen = await service.call('list-closures', { caller: other.live });
    assert.deepEqual(
      seen.json.docs.map(({ period }: Closure) => period),
      ['2028-01-15'],
    );
  } finally {
    await superuser.end();
  }
});
