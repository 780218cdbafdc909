import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bookingDay, closingLengthRefused, closingRefused } from './closing.ts';

test('on 2 April the books can be closed through 1 April, not through 2 April, and not through a day that is closed', () => {
  const today = '2026-04-02';
  assert.equal(closingRefused('2026-04-01', { today }), undefined);
  assert.deepEqual(closingRefused('2026-04-02', { today }), { refused: 'closing_day_not_over', today });
  const closedThrough = '2026-03-31';
  assert.equal(closingRefused('2026-04-01', { today, closedThrough }), undefined);
  for (const day of ['2026-03-31', '2025-12-31'])
    assert.deepEqual(closingRefused(day, { today, closedThrough }), { refused: 'closing_day_closed', closedThrough });
});

test('a receipt of 3 February is booked on that day, or on 1 April if the books are closed through 31 March', () => {
  assert.equal(bookingDay('2026-02-03', undefined), '2026-02-03');
  assert.equal(bookingDay('2026-02-03', '2026-03-31'), '2026-04-01');
  assert.equal(bookingDay('2026-03-31', '2026-03-31'), '2026-04-01');
  assert.equal(bookingDay('2026-04-01', '2026-03-31'), '2026-04-01');
  assert.equal(bookingDay('2026-12-30', '2026-12-31'), '2027-01-01');
});

test('100,000 lines are closed at once, 100,001 are not', () => {
  assert.equal(closingLengthRefused(100_000), undefined);
  assert.deepEqual(closingLengthRefused(100_001), { refused: 'closing_too_long', limit: 100_000 });
});
