import assert from 'node:assert/strict';
import { test } from 'vitest';
import { getTestClock } from '../api/account/test-clock.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import { NoAnswerError } from './errors/no-answer.ts';
import { runAsOperator } from './run-as-operator.ts';

const ACCOUNT = '01a208ac-25e3-7768-b4b4-7b9183d914f8';

/** The error of a command after this database error. */
async function failing(fault: Error): Promise<Error> {
  const pool = { connect: () => Promise.reject(fault), on: () => pool };
  const services = { pool, now: () => 0, environment: { publicUrl: 'https://localhost' } } as unknown as AppServices;
  return runAsOperator({ services }, ACCOUNT, getTestClock, {}).then(
    () => assert.fail('it did not fail'),
    (error: Error) => error,
  );
}

test('a command refused by a busy database asks for a retry; a bug is reported as a bug', async () => {
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  const error = await failing(canceled);
  assert.ok(error instanceof NoAnswerError, String(error));
  assert.equal((error.json as { code: string }).code, 'service.database_unreachable');
  const bug = new Error('of ours');
  assert.equal(await failing(bug), bug);
});
