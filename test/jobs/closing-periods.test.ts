import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { queueBooks } from '../../src/jobs/account/close-books.ts';
import { closePeriods } from '../support/documents/close-periods.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

// The five-minute check for books to close finds those due and costs nothing for others.

const DAY = 86_400;
const at = (iso: string): number => Date.parse(iso) / 1000;

let service: TestService;
let above: Awaited<ReturnType<typeof superuserQuery>>;
beforeAll(async () => {
  service = await testService();
  above = await superuserQuery(service.database);
  goTo('2026-06-01T12:00:00+02:00');
  await booksOf(service).company();
  assert.deepEqual(await closePeriods(service), []);
});
afterAll(async () => {
  await above.close();
  await service.close();
});

const goTo = (iso: string): void => void (service.clock.now = at(iso));
/** Books queued after a check: live or test. */
const queued = async (): Promise<string[]> => {
  await queueBooks(service.services);
  const jobs = await above.query(`select test from billing.job where lane = 'closures' order by test`);
  return jobs.map((job) => (job.test ? 'test' : 'live'));
};
const lookAt = async (): Promise<number[]> =>
  (await above.query('select look_at::int as at from billing.closing order by test')).map((row) => row.at);
const done = () => closePeriods(service);

test('idle books are checked once a day just after midnight, and nothing is queued for them', async () => {
  const midnight = at('2026-06-02T00:02:00+02:00');
  for (const days of [0, 1, 2, 10]) {
    service.clock.now = midnight + days * DAY;
    assert.deepEqual(await queued(), []);
    assert.deepEqual(await lookAt(), [midnight + (days + 1) * DAY, midnight + (days + 1) * DAY]);
  }
});

test('what is billed at noon is closed at 00:02 in its own books', async () => {
  const books = booksOf(service);
  goTo('2026-06-20T12:00:00+02:00');
  await queued();
  await books.finalized(books.invoice(await books.contact()));
  goTo('2026-06-21T00:01:59+02:00');
  assert.deepEqual(await queued(), []);
  goTo('2026-06-21T00:02:00+02:00');
  assert.deepEqual(await queued(), ['live']);
  await done();
  assert.deepEqual(
    (await service.call('list-closures')).json.docs.map(({ period }: { period: string }) => period),
    ['2026-06-20'],
  );
});

test('the month is closed when it is over, even without activity since its last closed day', async () => {
  goTo('2026-06-30T23:00:00+02:00');
  assert.deepEqual(await queued(), []);
  goTo('2026-07-01T00:02:00+02:00');
  assert.deepEqual(await queued(), ['live']);
  await done();
  assert.equal((await service.call('list-closures', { query: { kind: 'month' } })).json.docs[0].period, '2026-06');
});

test('the books of a new account are checked at once', async () => {
  const { accountId } = await service.newAccount('Paul');
  assert.deepEqual(await queued(), ['live', 'test']);
  await done();
  const [row] = await above.query('select count(*)::int as many from billing.closing where account_id = $1', [
    accountId,
  ]);
  assert.equal(row?.many, 2);
});

test('a clock that was a year ahead delays closures by one check at most', async () => {
  goTo('2027-08-01T12:00:00+02:00');
  await queued();
  await done();
  assert.ok((await lookAt()).some((each) => each > at('2027-08-01T12:00:00+02:00')));
  goTo('2026-08-01T12:00:00+02:00');
  assert.ok((await queued()).length > 0);
  await done();
  assert.deepEqual(
    (await lookAt()).filter((each) => each > service.clock.now + DAY),
    [],
  );
});

test('with 5,000 idle accounts a check reads a handful of rows; the former query read every chain', async () => {
  await done();
  await above.query(`set session_replication_role = replica`);
  await above.query(`insert into billing.chain_head (account_id, test, seq, hash)
    select gen_random_uuid(), n % 2 = 0, 7, h.hash from generate_series(1, 5000) n, (select hash from billing.chain_head limit 1) h`);
  await above.query(
    `insert into billing.closing (account_id, test, looked_seq, look_at)
     select account_id, test, 7, $1 from billing.chain_head on conflict do nothing`,
    [service.clock.now + DAY],
  );
  await above.query(`set session_replication_role = origin; analyze billing.closing; analyze billing.chain_head`);
  const read = async (look: string): Promise<number> => {
    // Flushes earlier statistics first, or PostgreSQL would add them to this transaction's.
    await above.query('select pg_stat_force_next_flush()');
    await above.query('begin');
    await above.query(look, [service.clock.now]);
    const [row] = await above.query(`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname in ('closing', 'chain_head')`);
    await above.query('rollback');
    return row?.rows;
  };
  const none = '00000000-0000-0000-0000-000000000000';
  assert.ok((await read(`select billing.queue_closures($1, '${none}', false, 200)`)) < 20);
  // Control: a search without the index on what is due.
  const everyAccount = await read(`
    select h.account_id from billing.chain_head h
    left join billing.closing c on c.account_id = h.account_id and c.test = h.test
    where h.seq > 0 and coalesce(c.day_over_at, 0) + 0 <= $1::bigint and coalesce(c.looked_seq, -1) < h.seq
    order by h.account_id, h.test limit 200`);
  assert.ok(everyAccount > 5_000, `control: it read ${everyAccount}`);
});
