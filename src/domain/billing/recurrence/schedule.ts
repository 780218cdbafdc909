import {
  addDays,
  addMonths,
  atSecondOfDay,
  type CivilDay,
  daysBetween,
  endOfMonth,
  yearOf,
} from '../../time/civil-day.ts';

/** What lies between two invoices of one that recurs. */
export const intervals = ['day', 'week', 'month', 'year'] as const;
type Interval = (typeof intervals)[number];

/**
 * When an invoice recurs: on `from`, then every so many intervals, `to` the last day it may. Days are civil days of the account's
 * zone, whatever zone that is when they come.
 */
export type Pace = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly every: number;
  readonly interval: Interval;
  /** On the last day of each month or year's month, whatever the day of `from`; of months and years alone. */
  readonly onLastDay?: true;
};

/** Intervals between two invoices, at most. */
export const INTERVALS_MAX = 1_000;
/** The hour of the account's clock at which what recurs is made: a working day finds it done. */
const SECOND_OF_DAY = 6 * 3_600;
/** The last day counted: beyond it the calendar of PostgreSQL and of the interface ends. */
const LAST_DAY = '2999-12-31';
const FEWEST_DAYS = { day: 1, week: 7, month: 28, year: 365 } as const satisfies Record<Interval, number>;
const MONTHS = { month: 1, year: 12 } as const;

/**
 * The day of occurrence `k`, 0 being `from`. Counted from there and never from the one before, so that a series of the 31st ends each
 * month on its last day and never drifts: 31 January, 28 February, 31 March.
 */
export function occurrenceOn({ from, every, interval, onLastDay }: Pace, k: number): CivilDay {
  if (interval === 'day' || interval === 'week') return addDays(from, k * every * FEWEST_DAYS[interval]);
  const on = addMonths(from, k * every * MONTHS[interval]);
  return onLastDay ? endOfMonth(on) : on;
}

/** The first occurrence on a day or after it; undefined where `to` comes before. */
export function firstSince(pace: Pace, day: CivilDay): CivilDay | undefined {
  let k = Math.max(0, atLeastBefore(pace, day));
  let on = dayOf(pace, k);
  while (on !== undefined && on < day) on = dayOf(pace, ++k);
  return on !== undefined && on <= pace.to ? on : undefined;
}

/** The one that follows an occurrence. */
export const nextAfter = (pace: Pace, on: CivilDay): CivilDay | undefined => firstSince(pace, addDays(on, 1));

/** The day the series has before one of its days. Before `from` the series is continued backwards. */
export function dayBefore(pace: Pace, on: CivilDay): CivilDay {
  let k = atLeastBefore(pace, on);
  while (occurrenceOn(pace, k) < on) k++;
  return occurrenceOn(pace, k - 1);
}

/** At most so many occurrences from a day on, in their order. */
export function occurrencesSince(pace: Pace, day: CivilDay, most: number): CivilDay[] {
  const days: CivilDay[] = [];
  for (let on = firstSince(pace, day); on !== undefined && days.length < most; on = nextAfter(pace, on)) days.push(on);
  return days;
}

/** When an occurrence is made: at 06:00 of its day in the account's zone, Unix seconds. */
export const madeAt = (on: CivilDay, zone: string): number => atSecondOfDay(on, SECOND_OF_DAY, zone);

/** An occurrence that is surely not after the day: months are counted by the calendar, of which no more than one is too many. */
function atLeastBefore({ from, every, interval }: Pace, day: CivilDay): number {
  if (interval === 'day' || interval === 'week')
    return Math.floor(daysBetween(from, day) / (every * FEWEST_DAYS[interval]));
  const months = (yearOf(day) - yearOf(from)) * 12 + Number(day.slice(5, 7)) - Number(from.slice(5, 7));
  return Math.floor(months / (every * MONTHS[interval])) - 1;
}

const dayOf = (pace: Pace, k: number): CivilDay | undefined =>
  yearOf(pace.from) + (k * pace.every * FEWEST_DAYS[pace.interval]) / 365 > yearOf(LAST_DAY) + 1
    ? undefined
    : within(occurrenceOn(pace, k));
const within = (day: CivilDay): CivilDay | undefined => (day <= LAST_DAY ? day : undefined);
