import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import type pg from 'pg';
import { freshDatabase } from '../../test/support/test-database.ts';
import { endPool, openPool } from './pool.ts';
import { isConnectionLost } from './transaction.ts';

// PostgreSQL is real and asleep; the clock of the looks alone is moved by hand.
let database: Awaited<ReturnType<typeof freshDatabase>>;
before(async () => {
  database = await freshDatabase();
  mock.timers.enable({ apis: ['setInterval'] });
});
after(async () => {
  mock.timers.reset();
  await database.drop();
});

const PATIENT = { statement_timeout: 0 };
const seconds = (count: number): void => {
  for (let second = 0; second < count; second++) mock.timers.tick(1_000);
};

test('a question that PostgreSQL has not answered for 15 seconds fails as on a lost connection; for 14 it waits', async () => {
  const { pool, outcome, end } = await asleep();
  seconds(15);
  assert.equal(await soon(outcome), 'waits');
  seconds(1);
  assert.ok(isConnectionLost(await outcome));
  assert.equal((await pool.query('select 1 as one')).rows[0].one, 1);
  await end();
});

test('questions that are answered, and connections that nobody asks anything, are left alone', async () => {
  const pool = openPool({ ...database.serving, ...PATIENT });
  const [asked, idle] = [await pool.connect(), await pool.connect()];
  for (let second = 0; second < 20; second++) {
    const answered = asked.query('select 1 as one');
    seconds(1);
    await answered;
  }
  assert.equal((await idle.query('select 1 as one')).rows[0].one, 1);
  for (const client of [asked, idle]) client.release();
  await endPool(pool, 1_000);
});

test('a process that stood still for a minute itself takes nobody for lost: control, a minute of looks does', async () => {
  const { outcome, end } = await asleep();
  // One look, however long it did not come.
  seconds(1);
  assert.equal(await soon(outcome), 'waits');
  seconds(60);
  assert.ok(isConnectionLost(await outcome));
  await end();
});

test('who says himself that he waits for ever is not watched', async () => {
  const { outcome, end } = await asleep({ query_timeout: 0 });
  seconds(60);
  assert.equal(await soon(outcome), 'waits');
  await end();
});

/** A connection on which PostgreSQL sleeps for a minute, and what becomes of that. */
async function asleep(more: pg.PoolConfig = {}) {
  const pool = openPool({ ...database.serving, ...PATIENT, ...more });
  const client = await pool.connect();
  const outcome: Promise<unknown> = client.query('select pg_sleep(60)').catch((error: unknown) => error);
  const end = async (): Promise<void> => {
    client.release(true);
    await endPool(pool, 0);
  };
  return { pool, outcome, end };
}

/** What became of it, once whatever a cut connection tells has been told. */
const soon = (outcome: Promise<unknown>): Promise<unknown> =>
  Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))]);
