import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allocate } from './allocate.ts';
import { cents } from './cents.ts';

test('one euro over three equal weights is 34, 33 and 33: the missing cent goes to the first', () => {
  assert.deepEqual(allocate(cents(100), [1, 1, 1]), [34, 33, 33]);
});

test('a discount of 85.80 over 1575.00, 111.10 and 29.97 is 78.75, 5.55 and 1.50', () => {
  assert.deepEqual(allocate(cents(8580), [157_500, 11_110, 2997]), [7875, 555, 150]);
});

test('shares are floored toward minus infinity: −1.00 over three is −33, −33 and −34', () => {
  assert.deepEqual(allocate(cents(-100), [1, 1, 1]), [-33, -33, -34]);
});

test('a return has a share of its own sign: 3.00 over 12.00 sold and 2.00 returned is 3.60 and −0.60', () => {
  assert.deepEqual(allocate(cents(300), [1200, -200]), [360, -60]);
});

test('yen are allocated in whole yen: 1,000 over three is 334, 333 and 333', () => {
  assert.deepEqual(allocate(cents(100_000), [1, 1, 1], 100), [33_400, 33_300, 33_300]);
  assert.throws(() => allocate(cents(150), [1, 1], 100), RangeError);
});

test('weights that are all zero, or cancel out, give zeros', () => {
  assert.deepEqual(allocate(cents(100), [0, 0]), [0, 0]);
  assert.deepEqual(allocate(cents(100), [500, -500]), [0, 0]);
  assert.deepEqual(allocate(cents(0), []), []);
});

test('a zero weight gets nothing, even if cents are missing', () => {
  assert.deepEqual(allocate(cents(1), [0, 1, 1]), [0, 1, 0]);
});

test('amounts whose product with a weight exceeds 2^53 are allocated exactly too', () => {
  assert.deepEqual(
    allocate(cents(700_000_000_001), [300_000_000_000, 600_000_000_000]),
    [233_333_333_334, 466_666_666_667],
  );
});
