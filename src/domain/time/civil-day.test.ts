import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import {
  addDays,
  addMonths,
  atSameWallClock,
  civilDayOf,
  daysBetween,
  endOfMonth,
  isBefore,
  isCivilDay,
  isZone,
  startOfDay,
  yearOf,
} from './civil-day.ts';

const utc = (text: string): number => Date.parse(text) / 1000;
const zones = ['Europe/Paris', 'America/Martinique', 'Indian/Reunion', 'Pacific/Noumea'] as const;
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: utc('1990-01-01T00:00:00Z'), max: utc('2100-12-31T23:59:59Z') });
const day = fc
  .integer({ min: 0, max: daysBetween('1990-01-01', '2100-12-31') })
  .map((days) => addDays('1990-01-01', days));

describe('the civil day of an instant', () => {
  test('New Year begins in Nouméa 10 hours before Paris, and in Martinique 5 hours after', () => {
    const midnightInParis = utc('2026-12-31T23:00:00Z');
    assert.equal(civilDayOf(midnightInParis, 'Europe/Paris'), '2027-01-01');
    assert.equal(civilDayOf(midnightInParis - 1, 'Europe/Paris'), '2026-12-31');
    assert.equal(civilDayOf(midnightInParis - 10 * 3600, 'Pacific/Noumea'), '2027-01-01');
    assert.equal(civilDayOf(midnightInParis - 10 * 3600 - 1, 'Pacific/Noumea'), '2026-12-31');
    assert.equal(civilDayOf(midnightInParis + 5 * 3600 - 1, 'America/Martinique'), '2026-12-31');
    assert.equal(civilDayOf(midnightInParis + 5 * 3600, 'America/Martinique'), '2027-01-01');
  });

  test('an invoice of 31 December 23:59:59 belongs to the old year, one second later to the new', () => {
    for (const place of zones) {
      const newYear = startOfDay('2027-01-01', place);
      assert.equal(yearOf(civilDayOf(newYear - 1, place)), 2026, place);
      assert.equal(yearOf(civilDayOf(newYear, place)), 2027, place);
    }
  });

  test('29 February 2028 is a day, 29 February 2027 is not', () => {
    assert.equal(civilDayOf(utc('2028-02-29T12:00:00Z'), 'Europe/Paris'), '2028-02-29');
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2027-02-28', 1), '2027-03-01');
    assert.ok(isCivilDay('2028-02-29'));
    assert.ok(!isCivilDay('2027-02-29'));
    assert.ok(!isCivilDay('2027-2-9'));
  });
});

describe('the first second of a day', () => {
  test('the first second is on its day, the second before it on the day before (1990 to 2100, four zones)', () => {
    fc.assert(
      fc.property(day, zone, (one, place) => {
        const start = startOfDay(one, place);
        assert.equal(civilDayOf(start, place), one);
        assert.equal(civilDayOf(start - 1, place), addDays(one, -1));
      }),
      { numRuns: 2_000 },
    );
  });

  test('every instant lies between the start of its day and the start of the next', () => {
    fc.assert(
      fc.property(instant, zone, (at, place) => {
        const today = civilDayOf(at, place);
        assert.ok(startOfDay(today, place) <= at && at < startOfDay(addDays(today, 1), place));
      }),
      { numRuns: 2_000 },
    );
  });

  test('in Paris 29 March 2026 lasts 23 hours and 25 October 2026 lasts 25', () => {
    const hours = (one: string) =>
      (startOfDay(addDays(one, 1), 'Europe/Paris') - startOfDay(one, 'Europe/Paris')) / 3600;
    assert.deepEqual(['2026-03-28', '2026-03-29', '2026-10-25'].map(hours), [24, 23, 25]);
  });

  test('where midnight is skipped (Beirut, 29 March 2026) the day begins at one', () => {
    assert.equal(startOfDay('2026-03-29', 'Asia/Beirut'), utc('2026-03-28T22:00:00Z'));
    assert.equal(civilDayOf(utc('2026-03-28T21:59:59Z'), 'Asia/Beirut'), '2026-03-28');
  });

  test('where midnight comes twice (Havana, 1 November 2026) the day begins at the first', () => {
    assert.equal(startOfDay('2026-11-01', 'America/Havana'), utc('2026-11-01T04:00:00Z'));
  });

  test('a day Samoa skipped begins where the next one does', () => {
    assert.equal(startOfDay('2011-12-30', 'Pacific/Apia'), startOfDay('2011-12-31', 'Pacific/Apia'));
  });
});

describe('the same time of day on another day', () => {
  test('14:30 in winter is 14:30 in summer', () => {
    const issued = utc('2026-03-01T13:30:00Z');
    assert.equal(atSameWallClock(issued, '2026-03-31', 'Europe/Paris'), utc('2026-03-31T12:30:00Z'));
  });

  test('02:30 on the night the clocks go forward is 03:30', () => {
    const issued = utc('2026-02-27T01:30:00Z');
    assert.equal(atSameWallClock(issued, '2026-03-29', 'Europe/Paris'), utc('2026-03-29T01:30:00Z'));
  });

  test('02:30 on the night the clocks go back is the one as far from UTC as the time it comes from', () => {
    const inSummer = utc('2026-09-25T00:30:00Z');
    const inWinter = utc('2026-11-25T01:30:00Z');
    assert.equal(atSameWallClock(inSummer, '2026-10-25', 'Europe/Paris'), utc('2026-10-25T00:30:00Z'));
    assert.equal(atSameWallClock(inWinter, '2026-10-25', 'Europe/Paris'), utc('2026-10-25T01:30:00Z'));
  });

  test('23:30 in Nuuk on the day that ends at 23:00 is its last second, not the next day', () => {
    const issued = startOfDay('2026-03-02', 'America/Nuuk') - 1800;
    const due = atSameWallClock(issued, '2026-03-28', 'America/Nuuk');
    assert.equal(civilDayOf(due, 'America/Nuuk'), '2026-03-28');
    assert.equal(due, startOfDay('2026-03-29', 'America/Nuuk') - 1);
  });

  test('an instant moved to its own day stays unchanged, even in a repeated hour', () => {
    fc.assert(
      fc.property(instant, zone, (at, place) => {
        assert.equal(atSameWallClock(at, civilDayOf(at, place), place), at);
      }),
      { numRuns: 2_000 },
    );
    for (const at of [utc('2026-10-25T00:30:00Z'), utc('2026-10-25T01:30:00Z')]) {
      assert.equal(atSameWallClock(at, '2026-10-25', 'Europe/Paris'), at);
    }
  });

  test('the result lies on the requested day; moved back, it has the same time of day unless the clocks skipped it', () => {
    fc.assert(
      fc.property(instant, day, zone, (at, other, place) => {
        const there = atSameWallClock(at, other, place);
        assert.equal(civilDayOf(there, place), other);
        const localSeconds = (instantAt: number) => instantAt - startOfDay(civilDayOf(instantAt, place), place);
        const back = atSameWallClock(there, civilDayOf(at, place), place);
        assert.ok([0, 3600].includes(Math.abs(localSeconds(back) - localSeconds(at))));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('counting in days and months', () => {
  test('adding days and subtracting them again gives the same day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4_000, max: 4_000 }), (one, days) => {
        const other = addDays(one, days);
        assert.equal(addDays(other, -days), one);
        assert.equal(daysBetween(one, other), days);
        assert.equal(isBefore(one, other), days > 0);
      }),
    );
  });

  test('months end on the 28th, 29th, 30th or 31st', () => {
    const ends = ['2027-02-01', '2028-02-29', '2026-04-30', '2026-12-05'].map(endOfMonth);
    assert.deepEqual(ends, ['2027-02-28', '2028-02-29', '2026-04-30', '2026-12-31']);
    fc.assert(fc.property(day, (one) => addDays(endOfMonth(one), 1).endsWith('-01')));
  });

  test('a month after 31 January is the last day of February; a year after 29 February 2028 is 28 February 2029', () => {
    assert.equal(addMonths('2027-01-31', 1), '2027-02-28');
    assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
    assert.equal(addMonths('2028-02-29', 12), '2029-02-28');
    assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
    assert.equal(addMonths('2026-01-15', -1), '2025-12-15');
  });
});

describe('zones', () => {
  test('IANA names are zones; offsets, empty and unknown names are not', () => {
    for (const name of [...zones, 'UTC', 'Asia/Kolkata', 'Etc/GMT+3']) assert.ok(isZone(name), name);
    for (const name of ['', '+01:00', 'Europe/Atlantis', 'Europe/Paris; drop', 'x'.repeat(80)]) {
      assert.ok(!isZone(name), name);
    }
  });

  test('a change at one minute past midnight is exact to the second (St. John’s, 2010)', () => {
    const change = utc('2010-03-14T03:31:00Z');
    assert.equal(startOfDay('2010-03-14', 'America/St_Johns'), change - 60);
    assert.equal(atSameWallClock(change, '2010-03-15', 'America/St_Johns'), utc('2010-03-15T03:31:00Z'));
  });

  test('an invalid day is a bug and throws', () => {
    assert.throws(() => addDays('soon', 1), RangeError);
    assert.throws(() => addDays('9999-12-31', 1), RangeError);
    assert.throws(() => civilDayOf(0, 'Europe/Atlantis'), RangeError);
  });
});
