import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bookPeriod, firstDays, readUrssafSearch } from './urssaf-url.ts';

test('on 15 February 2026 the quarters begin with the running one and go back over the year', () => {
  assert.deepEqual(firstDays('2026-02-15', 'quarterly').slice(0, 3), ['2026-01-01', '2025-10-01', '2025-07-01']);
  assert.deepEqual(firstDays('2026-01-31', 'monthly').slice(0, 2), ['2026-01-01', '2025-12-01']);
});

test('the book of the fourth quarter, and of a month', () => {
  assert.equal(bookPeriod('2026-10-01', 'quarterly'), '2026-T4');
  assert.equal(bookPeriod('2026-10-01', 'monthly'), '2026-10');
});

test('an address with something else than a day is read without it', () => {
  assert.deepEqual(readUrssafSearch({ jour: '2026-13-01' }), {});
  assert.deepEqual(readUrssafSearch({ jour: '2026-12-31' }), { jour: '2026-12-31' });
});
