import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readPaymentsSearch } from './payments-url.ts';

test("the address of the payments takes the filters of a figure's link, and ignores invalid days", () => {
  const said = { du: '2026-01-01', au: '2026-12-31', devise: 'EUR', q: 42, mode: 'transfer' };
  assert.deepEqual(readPaymentsSearch({ ...said, else: 'x' }), { ...said, q: '42' });
  assert.deepEqual(readPaymentsSearch({ du: 'hier', annee: '26', sens: 'x' }), {});
});
