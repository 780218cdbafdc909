import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseInteger } from './parse-integer.ts';

test('a first number of 1 200 is 1200; any other text stays as typed, for the service to refuse', () => {
  assert.deepEqual(['42', ' 1 200 ', '-3'].map(parseInteger), [42, 1_200, -3]);
  for (const typed of ['', 'x', '1.5', '4e2', '1 2', '12 00']) assert.equal(parseInteger(typed), typed);
});
