import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { superuserQuery } from '../../webhooks/superuser-query.ts';
import type { FreshDatabase } from './test-database.ts';

const PATIENCE_MS = 60_000;
const WAITING = `select count(*)::int as many from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once the given number of transactions wait for a lock. */
export async function waitingForLocks(database: FreshDatabase, count: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const { query, close } = await superuserQuery(database);
  try {
    while ((await query(WAITING))[0]?.many < count) {
      assert.ok(performance.now() < end, `${count} should have been waiting`);
      await wait(5);
    }
  } finally {
    await close();
  }
}
