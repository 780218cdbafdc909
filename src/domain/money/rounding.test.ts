import assert from 'node:assert/strict';
import { test } from 'vitest';
import { proportion, roundedRatio } from './rounding.ts';

test('half a cent is rounded away from zero: 0.5 gives 1, −0.5 gives −1, 2.5 gives 3, and 0.4999 gives 0', () => {
  assert.equal(roundedRatio(1n, 2n), 1);
  assert.equal(roundedRatio(-1n, 2n), -1);
  assert.equal(roundedRatio(5n, 2n), 3);
  assert.equal(roundedRatio(-5n, 2n), -3);
  assert.equal(roundedRatio(4999n, 10_000n), 0);
  assert.equal(roundedRatio(5n, -2n), -3);
});

test('a currency without decimals rounds to whole units: 149 cents give 100, 150 give 200, −150 give −200', () => {
  assert.equal(roundedRatio(149n, 1n, 100), 100);
  assert.equal(roundedRatio(150n, 1n, 100), 200);
  assert.equal(roundedRatio(-150n, 1n, 100), -200);
});

test('a proportion is the same with plain numbers and with large ones', () => {
  for (const [amount, part, whole] of [
    [28_47, 550, 10_000],
    [-28_47, 550, 10_000],
    [7, 1, 2],
    [-7, 1, 2],
    [7, 1, -2],
    [900_000_000_000, 2000, 10_000],
    [9_000_000_000_001, 9_999_999, 10_000_000],
    [-9_007_199_254_740_991, 3, 7],
  ] as const) {
    for (const step of [1, 100] as const) {
      assert.equal(
        proportion(amount, part, whole, step),
        roundedRatio(BigInt(amount) * BigInt(part), BigInt(whole), step),
      );
    }
  }
});

test('a ratio over zero, or too large for an amount, is a bug and throws', () => {
  assert.throws(() => roundedRatio(1n, 0n), RangeError);
  assert.throws(() => proportion(1, 1, 0), RangeError);
  assert.throws(() => roundedRatio(2n ** 60n, 1n), RangeError);
});
