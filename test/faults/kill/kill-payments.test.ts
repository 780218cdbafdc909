import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLongForm } from '../../support/runner/long-form.ts';
import { seedOf } from '../../support/runner/seeded-random.ts';
import { killPayments } from './kill-payments.ts';

// Long form: npm run kill-test -- --payments 40. KILL_SEED repeats the kill times.

const KILLS = isLongForm ? 2 : 1;
const SESSIONS = 4;
const seed = seedOf('KILL_SEED');

test(`${KILLS} kills during ${SESSIONS} payments book each cent once; without the receipt key one is booked twice`, async () => {
  const report = await killPayments({ kills: KILLS, sessions: SESSIONS, seed, withoutKeyAtLast: true });
  const told = `KILL_SEED=${seed} ${JSON.stringify(report)}`;
  console.log(told);
  const { sessions, doubled, lost, problems, doubledAtLast = 0 } = report;
  assert.deepEqual(
    { sessions, doubled, lost, problems },
    { sessions: SESSIONS, doubled: 0, lost: 0, problems: [] },
    told,
  );
  assert.ok(doubledAtLast > 0, `the control was not caught: ${told}`);
});
