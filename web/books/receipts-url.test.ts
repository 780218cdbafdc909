import assert from 'node:assert/strict';
import { test } from 'vitest';
import { daysOf, readReceiptsSearch } from './receipts-url.ts';

test('2028 has 366 days, its first quarter ends on 31 March, and its February on the 29th', () => {
  assert.deepEqual(daysOf('2028'), { from: '2028-01-01', to: '2028-12-31' });
  assert.deepEqual(daysOf('2028-T1'), { from: '2028-01-01', to: '2028-03-31' });
  assert.deepEqual(daysOf('2028-02'), { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(daysOf('2027-T4'), { from: '2027-10-01', to: '2027-12-31' });
});

test('an address names a year, a quarter or a month; anything else is this year', () => {
  assert.deepEqual(readReceiptsSearch({ periode: 2026 }), { periode: '2026' });
  assert.deepEqual(readReceiptsSearch({ periode: '2026-T3' }), { periode: '2026-T3' });
  for (const periode of ['2026-T5', '2026-13', '0000', 'x', undefined, 20_261])
    assert.deepEqual(readReceiptsSearch({ periode }), {});
});
