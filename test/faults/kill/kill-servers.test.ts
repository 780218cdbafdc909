import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLongForm, longFormOnly } from '../../support/runner/long-form.ts';
import { seedOf } from '../../support/runner/seeded-random.ts';
import { killServers, SEQUENCE_PROGRAM } from './kill-servers.ts';

// Long form: npm run kill-test -- --kills 500. KILL_SEED repeats the kill times.

const KILLS = isLongForm ? 4 : 2;
/** Kills between a commit and its response. */
const ANSWERING = 2;
/** Invoices finalized during the kills. */
const FINALIZED_LEAST = KILLS * 10;
const seed = seedOf('KILL_SEED');

test(`${KILLS} kills -9 of the server neither lose, repeat nor skip a number, and keep every acknowledged write`, async () => {
  const { problems, ...report } = await killServers({
    kills: KILLS,
    answering: ANSWERING,
    finalizedLeast: FINALIZED_LEAST,
    seed,
  });
  const told = `KILL_SEED=${seed} ${JSON.stringify(report)}`;
  console.log(told);
  assert.deepEqual(problems.slice(0, 20), [], told);
  assert.ok(report.killsInFlight >= KILLS / 2, `too few kills hit a request: ${told}`);
  assert.ok(report.finalized >= FINALIZED_LEAST, `too little was done to prove anything: ${told}`);
  assert.ok(report.replayed >= ANSWERING, `no kill fell between a commit and its answer: ${told}`);
});

test('control: numbers from a database sequence leave a gap after a kill', async (t) => {
  if (longFormOnly) t.skip(longFormOnly);
  // It is killed with a number it was given and has not committed.
  const { problems } = await killServers({ kills: 1, answering: 1, seed, program: SEQUENCE_PROGRAM, servers: 1 });
  const gaps = problems.filter((problem) => problem.startsWith('gap'));
  console.log(gaps.join(' '));
  assert.equal(gaps.length, 1, `KILL_SEED=${seed}`);
});
