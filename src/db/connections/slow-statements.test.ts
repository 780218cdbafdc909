import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { NO_ACCOUNT_SCOPE } from '../job-queue.ts';
import { inTransaction, sql } from '../transaction.ts';
import { endPool, openPool } from './pool.ts';
import type { SlowStatement } from './slow-statements.ts';

const SLOW_MS = 200;
const SLEEP = sql`select pg_sleep($1), $2::text as said`;
const QUICK = sql`select $1::text as said`;

let service: TestService;
let pool: pg.Pool;
const slow: SlowStatement[] = [];
beforeAll(async () => {
  service = await testService();
  const told = (statement: SlowStatement): void => void slow.push(statement);
  pool = openPool(service.database.serving, { slow: { slowMs: SLOW_MS, about: () => 'request-1', told } });
});
beforeEach(() => slow.splice(0));
afterAll(async () => {
  await endPool(pool, 1_000);
  await service.close();
});

/** Sends a quick and a slow statement in one round trip to PostgreSQL. */
const together = (seconds: number) =>
  inTransaction(pool, NO_ACCOUNT_SCOPE, async (tx) => {
    tx.write(QUICK, ['Zoé']);
    const [row] = await tx.read(SLEEP, [seconds, 'secret of Zoé']);
    return { commit: true, answer: row?.said };
  });

test('a slow statement is reported with its name, first words and request, without its values', async () => {
  assert.equal(await together(2 * (SLOW_MS / 1_000)), 'secret of Zoé');
  const [reported, ...others] = slow;
  assert.ok(reported, 'the slow statement was reported');
  assert.ok(reported.ms >= SLOW_MS);
  assert.equal(reported.about, 'request-1');
  assert.ok(reported.statement.startsWith(`${SLEEP.name} select pg_sleep(`));
  assert.ok(!JSON.stringify(slow).includes('Zoé'), 'values are not reported');
  assert.deepEqual(others, [], 'the statements sent with it took no time');
});

test('a query of the pool itself is reported too, and so is a failing one', async () => {
  await pool.query('select pg_sleep(0.4)');
  await assert.rejects(pool.query("set statement_timeout = '300ms'; select pg_sleep(5)"));
  assert.equal(slow.filter(({ statement }) => statement.includes('pg_sleep')).length, 2);
});

test('nothing is reported by a pool without a monitor, or below the limit', async () => {
  const calm: SlowStatement[] = [];
  const told = (statement: SlowStatement): void => void calm.push(statement);
  const patient = openPool(service.database.serving, { slow: { slowMs: 60_000, about: () => undefined, told } });
  await patient.query('select pg_sleep(0.3)');
  await endPool(patient, 1_000);
  await service.services.pool.query('select pg_sleep(0.3)');
  assert.deepEqual([calm, slow], [[], []]);
});
