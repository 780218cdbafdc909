import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedCapital } from './parse-capital.ts';

test('a capital of 10,000 is ten thousand in either language, never ten; what is none is left to the service to refuse', () => {
  for (const typed of ['10000', '10 000', '10,000', '10.000', '10 000,00', '10,000.00', '10.000,00 €'])
    assert.equal(typedCapital(typed), 1_000_000, typed);
  assert.deepEqual([typedCapital('1,234,567.8'), typedCapital('1,5'), typedCapital('0.01')], [123_456_780, 150, 1]);
  assert.equal(typedCapital('  '), null);
  for (const typed of ['ten', '1,2,3', '-5', '1O000', '10 00']) assert.equal(typedCapital(typed), typed);
});
