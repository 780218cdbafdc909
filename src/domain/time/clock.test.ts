import assert from 'node:assert/strict';
import { test } from 'vitest';
import { clockProblem } from './clock.ts';

const now = 1_790_000_000;
const DAY = 86_400;
const clocks = { now, databaseNow: now, lastAt: now - DAY, test: false };

test('a clock close to that of the database, and after the last link of the audit chain, is trusted', () => {
  assert.equal(clockProblem(clocks), undefined);
  assert.equal(clockProblem({ ...clocks, lastAt: undefined }), undefined);
  assert.equal(clockProblem({ ...clocks, databaseNow: undefined }), undefined);
});

test('up to ten minutes apart from the database it is trusted, a second more it is not, in both directions', () => {
  for (const sign of [1, -1]) {
    assert.equal(clockProblem({ ...clocks, databaseNow: now + sign * 600 }), undefined);
    assert.deepEqual(clockProblem({ ...clocks, databaseNow: now + sign * 601 }), {
      ...{ problem: 'apart', now, than: now + sign * 601 },
    });
  }
});

test('up to ten minutes behind the last link it is trusted, a second more it is not', () => {
  assert.equal(clockProblem({ ...clocks, lastAt: now + 600 }), undefined);
  assert.equal(clockProblem({ ...clocks, lastAt: now + 601 })?.problem, 'behind');
});

test('up to 400 days after the last link it is trusted, a second more it is not, except for test documents', () => {
  assert.equal(clockProblem({ ...clocks, lastAt: now - 400 * DAY }), undefined);
  assert.equal(clockProblem({ ...clocks, lastAt: now - 400 * DAY - 1 })?.problem, 'leap');
  assert.equal(clockProblem({ ...clocks, lastAt: now - 400 * DAY - 1, test: true }), undefined);
});
