import { DAY, zoneOffset } from './zone-offset.ts';

/**
 * A civil day, `YYYY-MM-DD`: the unit of legal dates (issue, due day, the year of a series), and
 * the type of `date` columns. Its text sorts chronologically. Instants are whole Unix seconds; a
 * zone is an IANA name. Days are in the years 1 to 9999; outside them every function here throws a
 * RangeError.
 */
export type CivilDay = string;

/** The day of an instant in a zone. */
export const civilDayOf = (at: number, zone: string): CivilDay =>
  dayNumbered(Math.floor((at + zoneOffset(at, zone)) / DAY));

/**
 * The first second of a day in a zone. If the clocks skip midnight, the first second after the gap;
 * if midnight occurs twice, the first; if a zone skipped the day (Samoa, 30 December 2011), the
 * first second after it.
 */
export function startOfDay(day: CivilDay, zone: string): number {
  const midnight = numberOf(day) * DAY;
  const readings = instantsShowing(midnight, zone);
  return readings.length > 0 ? Math.min(...readings) : endOfGap(midnight, zone);
}

/**
 * The instant on `day` with the same local time as `at`. A document issued at 14:30 is due at
 * 14:30, even if the clocks changed in between. A time that occurs twice (autumn): the one with the
 * same UTC offset as `at`, otherwise the first, so that on its own day `at` stays. A skipped time
 * (spring) is moved by the gap, 02:30 becomes 03:30; but to the last second before the gap if that
 * would be the next day (Nuuk skips 23:00 to midnight), because the due day must not change.
 */
export function atSameWallClock(at: number, day: CivilDay, zone: string): number {
  const offset = zoneOffset(at, zone);
  const secondOfDay = mod(at + offset, DAY);
  const local = numberOf(day) * DAY + secondOfDay;
  const readings = instantsShowing(local, zone);
  if (readings.length > 0) return readings.includes(local - offset) ? local - offset : Math.min(...readings);
  const later = local - zoneOffset(local - DAY, zone);
  if (civilDayOf(later, zone) === day) return later;
  const gapEnds = endOfGap(local, zone);
  return civilDayOf(gapEnds - 1, zone) === day ? gapEnds - 1 : gapEnds;
}

/**
 * The instant of a second of `day` in a zone. A time that occurs twice (autumn): the first; a
 * skipped time (spring) is moved by the gap.
 */
export function atSecondOfDay(day: CivilDay, secondOfDay: number, zone: string): number {
  const local = numberOf(day) * DAY + secondOfDay;
  const readings = instantsShowing(local, zone);
  return readings.length > 0 ? Math.min(...readings) : local - zoneOffset(local - DAY, zone);
}

export const addDays = (day: CivilDay, days: number): CivilDay => dayNumbered(numberOf(day) + days);

/** Civil days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: CivilDay, to: CivilDay): number => numberOf(to) - numberOf(from);

/** The last day of the month of a day: 28 or 29 February, 30 April, 31 December. */
export const endOfMonth = (day: CivilDay): CivilDay => addDays(inMonth(yearOf(day), monthOf(day) + 1, 1), -1);

/**
 * The same day of a later (or earlier) month, or the last day of a shorter one: 31 January gives 28
 * February.
 */
export function addMonths(day: CivilDay, months: number): CivilDay {
  const count = yearOf(day) * 12 + (monthOf(day) - 1) + months;
  const first = inMonth(Math.floor(count / 12), mod(count, 12) + 1, 1);
  const same = addDays(first, Number(day.slice(8)) - 1);
  return isBefore(endOfMonth(first), same) ? endOfMonth(first) : same;
}

export const yearOf = (day: CivilDay): number => Number(day.slice(0, 4));

export const isBefore = (day: CivilDay, other: CivilDay): boolean => day < other;

/** Whether a text is a valid day: 2028-02-29 is, 2027-02-29 is not. */
export function isCivilDay(text: string): boolean {
  const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(milliseconds) && dayNumbered(milliseconds / 1000 / DAY) === text;
}

/** Whether a name is an IANA zone. Offsets such as +01:00 are not: they have no summer time. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    zoneOffset(0, name);
    return true;
  } catch {
    return false;
  }
}

/** The instants whose local time is `local` (seconds, as if UTC): one, none in a gap, or two. */
function instantsShowing(local: number, zone: string): number[] {
  const [before, after] = [zoneOffset(local - DAY, zone), zoneOffset(local + DAY, zone)];
  const offsets = before === after ? [before] : [before, after];
  return offsets.map((offset) => local - offset).filter((at) => at + zoneOffset(at, zone) === local);
}

/** The first instant at or after the local time `local`, when that is skipped. */
function endOfGap(local: number, zone: string): number {
  let low = local - zoneOffset(local + DAY, zone) - 1;
  let high = local - zoneOffset(local - DAY, zone);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle + zoneOffset(middle, zone) < local) low = middle;
    else high = middle;
  }
  return high;
}

/** Days since 1 January 1970. */
function numberOf(day: CivilDay): number {
  const number = numbers.get(day) ?? Date.parse(day) / 1000 / DAY;
  if (Number.isNaN(number)) throw new RangeError(`not a civil day: ${day}`);
  return number;
}

function dayNumbered(number: number): CivilDay {
  const known = days.get(number);
  if (known !== undefined) return known;
  if (!(number >= FIRST_DAY && number <= LAST_DAY)) throw new RangeError(`no civil day ${number}`);
  const at = new Date(number * DAY * 1000);
  const day = `${digits(at.getUTCFullYear(), 4)}-${digits(at.getUTCMonth() + 1, 2)}-${digits(at.getUTCDate(), 2)}`;
  if (days.size >= DAYS_MAX) {
    days.clear();
    numbers.clear();
  }
  days.set(number, day);
  numbers.set(day, number);
  return day;
}

/**
 * A cache of recent days, by number and by text: a finalization needs dozens, most of them the
 * same.
 */
const days = new Map<number, CivilDay>();
const numbers = new Map<CivilDay, number>();
/** Cached days: eleven years. */
const DAYS_MAX = 4_000;

const digits = (number: number, count: number): string => String(number).padStart(count, '0');

const FIRST_DAY = -719_162; // 0001-01-01
const LAST_DAY = 2_932_896; // 9999-12-31

const monthOf = (day: CivilDay): number => Number(day.slice(5, 7));

/** The first of a month if `day` is 1; month 13 is January of the next year. */
const inMonth = (year: number, month: number, day: number): CivilDay =>
  dayNumbered(Date.UTC(year, month - 1, day) / 1000 / DAY);

/** The non-negative remainder. */
const mod = (value: number, by: number): number => ((value % by) + by) % by;
