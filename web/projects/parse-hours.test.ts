import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseHours, timeText } from './parse-hours.ts';

const say = (hours: number, minutes: string): string => (minutes ? `${hours} h ${minutes}` : `${hours} h`);

test('hours are read as people write them: 1 h 30, 1h30, 1:30 and 1,5 are 90 minutes; nothing and zero are no time', () => {
  for (const typed of ['1 h 30', '1h30', '1:30', '1,5', '1.5 h', '90 min', '01\u00a0h\u00a030', '1H30', '1h30min'])
    assert.equal(parseHours(typed), 90, typed);
  for (const [typed, minutes] of [
    ['10 h', 600],
    ['10', 600],
    ['0 h 05', 5],
    ['0,25', 15],
    [',5', 30],
    ['1h5', 65],
  ] as const)
    assert.equal(parseHours(typed), minutes, typed);
  for (const typed of ['', '  ', '0', '0 h 00']) assert.equal(parseHours(typed), null);
});

test('unreadable input is passed on to the service unchanged, never converted into hours', () => {
  for (const typed of ['1 h et demie', '1h75', '-1', '1,5,5', 'h', '1 h 30 s', '1 30', '1 5'])
    assert.equal(parseHours(typed), typed);
});

test('displayed time reads back as the same time, for each of 600 minutes', () => {
  for (let minutes = 1; minutes <= 600; minutes++) assert.equal(parseHours(timeText(minutes, say)), minutes);
  assert.deepEqual([timeText(605, say), timeText(840, say), timeText(42, say)], ['10 h 05', '14 h', '0 h 42']);
});
