import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { test } from 'vitest';
import { fails, holds } from '../../../../test/support/runner/property-runs.ts';
import { addDays, addMonths } from '../../time/civil-day.ts';
import {
  firstSince,
  intervals,
  madeAt,
  nextAfter,
  occurrenceOn,
  occurrencesSince,
  type RecurrenceSchedule,
} from './schedule.ts';

/** Series of the short run; `PROPERTY_FACTOR=200` tests 100,000. */
const SERIES = 500;
const ZONES = [
  ...['Europe/Paris', 'America/Martinique', 'Indian/Reunion', 'Pacific/Noumea', 'America/St_Johns'],
  ...['America/Nuuk', 'Asia/Beirut', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'],
] as const;

const day = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('2000-01-01', days));
// Ends of months and of February are drawn as often as all other days together.
const first = fc.oneof(
  day,
  fc
    .tuple(fc.integer({ min: 2000, max: 2090 }), fc.constantFrom('01-31', '02-28', '03-31', '12-31', '08-30'))
    .map((d) => d.join('-')),
  fc.integer({ min: 500, max: 522 }).map((leap) => `${leap * 4}-02-29`),
);
const series = fc.record({
  from: first,
  interval: fc.constantFrom(...intervals),
  every: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
  zone: fc.constantFrom(...ZONES),
  zoneAfter: fc.constantFrom(...ZONES),
});
const paced = (each: {
  from: string;
  interval: RecurrenceSchedule['interval'];
  every: number;
}): RecurrenceSchedule => ({
  ...each,
  to: '2999-12-31',
});

/**
 * The same day computed independently: the anchor plus k intervals, or the last day of a shorter
 * month.
 */
const oracle = ({ from, every, interval }: RecurrenceSchedule, k: number): string =>
  Temporal.PlainDate.from(from)
    .add({ [`${interval}s`]: k * every }, { overflow: 'constrain' })
    .toString();
const oracleAt = (on: string, timeZone: string): number =>
  Temporal.PlainDate.from(on).toZonedDateTime({ timeZone, plainTime: '06:00' }).epochMilliseconds / 1000;

type Series = RecurrenceSchedule & { zone: string; zoneAfter: string };
function agrees(pace: Series, count: (pace: RecurrenceSchedule, k: number) => string = occurrenceOn): void {
  for (const k of [0, 1, 2, 3, 11, 12, 13, 48]) {
    const expected = oracle(pace, k);
    assert.equal(count(pace, k), expected);
    // If the account changes its zone, the day stays the same and the hour is that of the new zone.
    for (const zone of [pace.zone, pace.zoneAfter])
      assert.equal(madeAt(expected, zone), oracleAt(expected, zone), zone);
  }
  const [second, third] = [oracle(pace, 1), oracle(pace, 2)];
  assert.equal(nextAfter(pace, pace.from), second);
  assert.equal(nextAfter(pace, second), third);
  assert.equal(firstSince(pace, addDays(second, 1)), third);
  assert.equal(firstSince({ ...pace, to: addDays(third, -1) }, addDays(second, 1)), undefined);
  assert.equal(firstSince(pace, addDays(pace.from, -1_000)), pace.from);
}

test('the days of a series match an independent calendar, with month ends, leap years, summer time and changed zones', () => {
  holds(
    series.map((each) => ({ ...paced(each), zone: each.zone, zoneAfter: each.zoneAfter })),
    SERIES,
    agrees,
  );
  const drifting = ({ from, every, interval }: RecurrenceSchedule, k: number): string => {
    let on = from;
    for (let each = 0; each < k; each++)
      on = interval === 'month' ? addMonths(on, every) : occurrenceOn({ from: on, to: on, every, interval }, 1);
    return on;
  };
  assert.ok(
    fails(
      series.map((each) => ({ ...paced(each), zone: each.zone, zoneAfter: each.zoneAfter })),
      SERIES,
      (each) => agrees(each, drifting),
    ),
    'negative control: counting from the previous occurrence is detected',
  );
});

test('a series on the 31st uses the last day of shorter months, and returns to the 31st after February', () => {
  const monthly = { from: '2026-01-31', to: '2026-05-31', every: 1, interval: 'month' } as const;
  const days = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'];
  assert.deepEqual(occurrencesSince(monthly, '2020-01-01', 9), days);
  assert.deepEqual(occurrencesSince(monthly, '2026-02-28', 2), ['2026-02-28', '2026-03-31']);
  const leap = { from: '2024-02-29', to: '2029-01-01', every: 1, interval: 'year' } as const;
  assert.deepEqual(occurrencesSince(leap, '2024-03-01', 9), ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
});

test('occurrences are created at 06:00 local time: 05:00 UTC in winter in Paris, 04:00 in summer', () => {
  const hour = (day: string, zone: string) => new Date(madeAt(day, zone) * 1000).toISOString();
  assert.equal(hour('2026-03-28', 'Europe/Paris'), '2026-03-28T05:00:00.000Z');
  assert.equal(hour('2026-03-29', 'Europe/Paris'), '2026-03-29T04:00:00.000Z');
  assert.equal(hour('2026-10-25', 'Europe/Paris'), '2026-10-25T05:00:00.000Z');
  assert.equal(hour('2026-03-29', 'Pacific/Noumea'), '2026-03-28T19:00:00.000Z');
});
