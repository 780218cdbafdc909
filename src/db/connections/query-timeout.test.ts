import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { freshDatabase } from '../../../test/support/database/test-database.ts';
import { isConnectionLost } from './connection-lost.ts';
import { endPool, openPool } from './pool.ts';

// A real PostgreSQL that sleeps.
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('a pool waits 15 seconds for an answer of PostgreSQL', async () => {
  const pool = openPool(database.serving);
  assert.equal(pool.options.query_timeout, 15_000);
  await endPool(pool, 1_000);
});

test('a statement without an answer in time fails like a lost connection, and the pool replaces it', async () => {
  const { pool, outcome, end } = await asleep({ query_timeout: 200 });
  assert.ok(isConnectionLost(await outcome));
  assert.equal((await pool.query('select 1 as one')).rows[0].one, 1);
  await end();
});

test('with query_timeout 0 a pool waits without limit', async () => {
  const { outcome, end } = await asleep({ query_timeout: 0 });
  const waits = new Promise((resolve) => setTimeout(resolve, 1_000, 'waits'));
  assert.equal(await Promise.race([outcome, waits]), 'waits');
  await end();
});

/** A connection on which PostgreSQL sleeps for a minute, and the failure of that statement. */
async function asleep(more: pg.PoolConfig) {
  const pool = openPool({ ...database.serving, statement_timeout: 0, ...more });
  const client = await pool.connect();
  const outcome: Promise<unknown> = client.query('select pg_sleep(60)').catch((error: unknown) => error);
  const end = async (): Promise<void> => {
    client.release(true);
    await endPool(pool, 0);
  };
  return { pool, outcome, end };
}
