import assert from 'node:assert/strict';
import { test } from 'vitest';
import { productUnits } from './product-unit.ts';
import { unitCodeOf } from './unit-codes.ts';

test('an hour is HUR, a fixed price LS, a square metre MTK, an overnight stay or no unit C62', () => {
  assert.deepEqual((['hour', 'fixed_rate', 'square_meter', 'overnight_stay', undefined] as const).map(unitCodeOf), [
    'HUR',
    'LS',
    'MTK',
    'C62',
    'C62',
  ]);
});

test('two units share a code only if the recommendation has no code for them', () => {
  const own = productUnits.map(unitCodeOf).filter((code) => code !== 'C62');
  assert.equal(new Set(own).size, own.length);
  assert.equal(productUnits.length - own.length, 7);
});
