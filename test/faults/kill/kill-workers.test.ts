import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLongForm, longFormOnly } from '../../support/runner/long-form.ts';
import { seedOf } from '../../support/runner/seeded-random.ts';
import { killWorkers } from './kill-workers.ts';

// Long form: npm run kill-test -- --workers 50. KILL_SEED repeats the kill times.

const KILLS = isLongForm ? 6 : 3;
const EVENTS = 100 * KILLS;
/** Concurrent deliveries to one of the five endpoints: what a kill may repeat. */
const UNDER_WAY_MAX = 5 * 16;
const seed = seedOf('KILL_SEED');

test(`${KILLS} kills -9 of the worker lose none of ${EVENTS} events and repeat only those in progress`, async () => {
  const report = await killWorkers({ kills: KILLS, events: EVENTS, seed, leaseSeconds: 2 });
  const told = `KILL_SEED=${seed} ${JSON.stringify(report)}`;
  console.log(told);
  assert.deepEqual([report.lost, report.waiting, report.strangers], [0, 0, 0], told);
  assert.equal(report.events, EVENTS, told);
  assert.equal(report.killsInFlight, KILLS, `a kill hit no delivery: ${told}`);
  // A slow machine renews the lease: no attempt outlives it.
  assert.ok(report.doubled <= KILLS * UNDER_WAY_MAX, told);
});

test('control: without lease expiry, the jobs of a killed worker are lost', async (t) => {
  if (longFormOnly) t.skip(longFormOnly);
  const report = await killWorkers({ kills: 3, events: 600, seed, leaseSeconds: 86_400, restMs: 8_000 });
  console.log(JSON.stringify(report));
  assert.ok(report.waiting > 0, JSON.stringify(report));
});
