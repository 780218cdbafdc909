import assert from 'node:assert/strict';
import { test } from 'vitest';
import { filterOfMonth, lastDayOf } from './months.ts';

test('a month ends on its last day', () => {
  assert.deepEqual(['2028-02-01', '2026-02-11', '2026-12-31'].map(lastDayOf), [
    '2028-02-29',
    '2026-02-28',
    '2026-12-31',
  ]);
});

test('the sum of a month is that of its filtered days', () => {
  const november = { first: '2026-11-01', last: '2026-11-30' };
  assert.deepEqual(filterOfMonth({}, november, 'emittedAt')?.range, ['2026-11-01', '2026-11-30']);
  assert.deepEqual(filterOfMonth({ range: ['2026-11-05', '2026-12-31'] }, november, 'emittedAt')?.range, [
    '2026-11-05',
    '2026-11-30',
  ]);
  assert.deepEqual(filterOfMonth({ range: ['2026-01-01', '2026-11-09'] }, november, 'emittedAt')?.range, [
    '2026-11-01',
    '2026-11-09',
  ]);
});

test('days of another kind leave a month without a sum', () => {
  const filter = { range: ['2026-11-05', '2026-12-31'], rangeType: 'dueAt' as const };
  assert.equal(filterOfMonth(filter, { first: '2026-11-01', last: '2026-11-30' }, 'emittedAt'), undefined);
});
