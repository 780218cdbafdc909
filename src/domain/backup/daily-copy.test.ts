import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Copy, copiesToKeep, isCopyDue, logKeptSince } from './daily-copy.ts';

const DAY = 86_400;
const copyOn = (day: string, hour = 2): Copy => ({ madeAt: Date.parse(`${day}T00:00:00Z`) / 1000 + hour * 3600, day });
/** One copy per day, starting on `first`. */
const daily = (first: string, days: number): Copy[] =>
  Array.from({ length: days }, (_, at) =>
    copyOn(new Date(Date.parse(`${first}T00:00:00Z`) + at * DAY * 1000).toISOString().slice(0, 10)),
  );
const days = (copies: readonly Copy[]) => copies.map(({ day }) => day);

test('of 40 daily copies, the last 7 days, 4 weeks and the months are kept', () => {
  // 2026-11-22 is a Sunday.
  const { kept, forgotten } = copiesToKeep(daily('2026-10-14', 40));
  assert.deepEqual(days(kept), [
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-16',
    '2026-11-15',
    '2026-11-08',
    '2026-11-01',
    '2026-10-31',
  ]);
  assert.equal(kept.length + forgotten.length, 40);
});

test('after two years of daily copies 7 are kept for days, 3 more for weeks, and one for each of 12 months', () => {
  const { kept } = copiesToKeep(daily('2024-11-23', 730));
  assert.equal(new Set(days(kept).map((day) => day.slice(0, 7))).size, 12);
  assert.ok(kept.length <= 7 + 4 + 12, String(kept.length));
  assert.equal(days(kept).at(-1), '2025-12-31');
});

test('pruning every day keeps the same copies as pruning once', () => {
  const all = daily('2025-01-01', 500);
  let kept: Copy[] = [];
  for (const copy of all) kept = copiesToKeep([...kept, copy]).kept;
  assert.deepEqual(days(kept), days(copiesToKeep(all).kept));
});

test('of several copies of a day the newest is kept', () => {
  const { kept, forgotten } = copiesToKeep([copyOn('2026-11-22', 2), copyOn('2026-11-22', 9), copyOn('2026-11-22', 5)]);
  assert.deepEqual(kept, [copyOn('2026-11-22', 9)]);
  assert.equal(forgotten.length, 2);
});

test('a machine that was off for half a year keeps all earlier copies when it comes back', () => {
  const before = daily('2026-05-01', 5);
  const { forgotten } = copiesToKeep([...before, copyOn('2026-11-22')]);
  assert.deepEqual(forgotten, []);
});

test('the log is kept since the oldest of the daily copies', () => {
  assert.equal(logKeptSince(daily('2026-10-14', 40))?.day, '2026-11-16');
  assert.equal(logKeptSince([]), undefined);
});

test('a copy is due if there is none, or none since the last scheduled time of day', () => {
  const dueAt = copyOn('2026-11-22').madeAt;
  assert.equal(isCopyDue(undefined, dueAt), true);
  assert.equal(isCopyDue(dueAt - 1, dueAt), true);
  assert.equal(isCopyDue(dueAt, dueAt), false);
});
