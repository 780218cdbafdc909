import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../../money/cents.ts';
import { allocateBySign } from './allocate-by-sign.ts';

const atTwentyPercent = { part: 2000, whole: 10_000, step: 1 } as const;
const shared = (vat: number, nets: readonly number[]) => allocateBySign(cents(vat), nets.map(cents), atTwentyPercent);

test('VAT of 0.20 over three lines of 0.33 is 0.07, 0.07 and 0.06', () => {
  assert.deepEqual(shared(20, [33, 33, 33]), [7, 7, 6]);
});

test('10.00 sold and 9.99 returned at 20 % have no VAT in total: 2.00 on one line, −2.00 on the other', () => {
  // By weights alone, an amount of 0 over a sum of 0.01 would leave both lines without VAT.
  assert.deepEqual(shared(0, [1000, -999]), [200, -200]);
});

test('an amount over zero lines goes to the first, so that the lines still add up', () => {
  assert.deepEqual(shared(-1, [0, 0]), [-1, 0]);
  assert.deepEqual(shared(0, []), []);
});
