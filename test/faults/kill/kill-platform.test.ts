import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLongForm } from '../../support/runner/long-form.ts';
import { seedOf } from '../../support/runner/seeded-random.ts';
import { killPlatform } from './kill-platform.ts';

// Long form: npm run kill-test -- --platform 1000. KILL_SEED repeats the kill times.

const DOCUMENTS = isLongForm ? 40 : 8;
const KILLS = isLongForm ? 12 : 4;
const seed = seedOf('KILL_SEED');

test(`${KILLS} kills of the web process, the worker, PostgreSQL and the platform lose and double nothing of ${DOCUMENTS} documents`, async () => {
  const report = await killPlatform({ documents: DOCUMENTS, kills: KILLS, seed });
  const seen = `KILL_SEED=${seed} ${JSON.stringify(report)}`;
  console.log(seen);
  const { lost, doubled, statuses, statusesLost, statusesDoubled, problems } = report;
  assert.deepEqual(
    { lost, doubled, statuses, statusesLost, statusesDoubled, problems },
    { lost: 0, doubled: 0, statuses: DOCUMENTS * 5, statusesLost: 0, statusesDoubled: 0, problems: [] },
    seen,
  );
});

test('control: a platform that finds nothing again and takes an invoice twice is caught', async () => {
  const { doubled } = await killPlatform({ documents: 4, kills: 0, seed, isUnguarded: true });
  assert.ok(doubled > 0, 'an invoice whose answer was lost was not sent again');
});
