import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseCapital } from './parse-capital.ts';

test('a capital of 10,000 is ten thousand in either language, never ten; the service refuses an invalid one', () => {
  for (const typed of ['10000', '10 000', '10,000', '10.000', '10 000,00', '10,000.00', '10.000,00 €'])
    assert.equal(parseCapital(typed), 1_000_000, typed);
  assert.deepEqual([parseCapital('1,234,567.8'), parseCapital('1,5'), parseCapital('0.01')], [123_456_780, 150, 1]);
  assert.equal(parseCapital('  '), null);
  for (const typed of ['ten', '1,2,3', '-5', '1O000', '10 00']) assert.equal(parseCapital(typed), typed);
});
