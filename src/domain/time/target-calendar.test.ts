import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addDays } from './civil-day.ts';
import { isTargetDay, targetDayAfter, targetDayUntil } from './target-calendar.ts';

test('in 2026 TARGET is closed on six days that are not Saturdays or Sundays, including those of Easter', () => {
  const closed: string[] = [];
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday > 0 && weekday < 6 && !isTargetDay(day)) closed.push(day);
  }
  // 26 December 2026 is a Saturday.
  assert.deepEqual(closed, ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25']);
  assert.equal(isTargetDay('2026-12-26'), false);
  assert.equal(isTargetDay('2026-07-14'), true, 'the ECB knows no national holidays');
});

test('Good Friday and Easter Monday of ten years match published calendars', () => {
  const easter = ['2019-04-21', '2020-04-12', '2021-04-04', '2022-04-17', '2023-04-09', '2024-03-31'];
  for (const sunday of [...easter, '2025-04-20', '2027-03-28', '2028-04-16', '2038-04-25']) {
    assert.deepEqual(
      [-3, -2, 1, 2].map((days) => isTargetDay(addDays(sunday, days))),
      [true, false, false, true],
      sunday,
    );
  }
});

test('after the Thursday before Easter the next day is Tuesday; on Sunday the last was Friday', () => {
  assert.equal(targetDayAfter('2026-04-02'), '2026-04-07');
  assert.equal(targetDayUntil('2026-04-06'), '2026-04-02');
  assert.equal(targetDayUntil('2026-03-01'), '2026-02-27');
  assert.equal(targetDayUntil('2026-02-27'), '2026-02-27');
});
