import assert from 'node:assert/strict';
import { test } from 'vitest';
import { blockOf, fits } from './quota.ts';

test('with 9 of 10 used there is room for one, not for two; without a limit everything fits', () => {
  assert.equal(fits(9, 1, 10), true);
  assert.equal(fits(9, 2, 10), false);
  assert.equal(fits(1e15, 1, 0), true);
});

test('of 100,000 documents a day 100 are reserved at a time, of 60 three, of 5 one', () => {
  assert.deepEqual([100_000, 60, 5].map(blockOf), [100, 3, 1]);
});
