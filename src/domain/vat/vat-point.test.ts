import assert from 'node:assert/strict';
import { test } from 'vitest';
import { vatPointOf } from './vat-point.ts';

const of = (nature: 'goods' | 'services' | 'both', { isAdvance = false, onDebits = false } = {}) =>
  vatPointOf({ nature, isAdvance, onDebits });

test('VAT is due on delivery of goods, on payment of services and advances; a mix of both has no single date', () => {
  assert.deepEqual([of('goods'), of('services'), of('both')], ['delivery', 'payment', undefined]);
  for (const nature of ['goods', 'services', 'both'] as const) assert.equal(of(nature, { isAdvance: true }), 'payment');
});

test('the option for debits covers services and their advances, not goods', () => {
  const onDebits = true;
  assert.deepEqual(
    [of('services', { onDebits }), of('both', { onDebits }), of('goods', { onDebits })],
    ['invoice', 'invoice', 'delivery'],
  );
  assert.equal(of('services', { onDebits, isAdvance: true }), 'invoice');
  assert.equal(of('goods', { onDebits, isAdvance: true }), 'payment');
});
