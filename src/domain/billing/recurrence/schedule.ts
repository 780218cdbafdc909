import {
  addDays,
  addMonths,
  atSecondOfDay,
  type CivilDay,
  daysBetween,
  endOfMonth,
  yearOf,
} from '../../time/civil-day.ts';

/** The unit of the interval between two occurrences. */
export const intervals = ['day', 'week', 'month', 'year'] as const;
type Interval = (typeof intervals)[number];

/**
 * The schedule of a recurring invoice: on `from`, then every `every` intervals, until `to` at the
 * latest. Days are civil days of the account's zone at that time.
 */
export type RecurrenceSchedule = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly every: number;
  readonly interval: Interval;
  /** On the last day of the month, whatever the day of `from`; only for months and years. */
  readonly onLastDay?: true;
};

/** Maximum intervals between two invoices. */
export const INTERVALS_MAX = 1_000;
/**
 * The time of day (account's zone) at which occurrences are created: before the working day begins.
 */
const SECOND_OF_DAY = 6 * 3_600;
/** The last day that is computed, the limit of the calendar in PostgreSQL and the API. */
const LAST_DAY = '2999-12-31';
const FEWEST_DAYS = { day: 1, week: 7, month: 28, year: 365 } as const satisfies Record<Interval, number>;
const MONTHS = { month: 1, year: 12 } as const;

/**
 * The day of occurrence `k`, 0 being `from`. Always counted from `from`, never from the previous
 * occurrence, so that a series on the 31st uses the last day of shorter months without drifting: 31
 * January, 28 February, 31 March.
 */
export function occurrenceOn({ from, every, interval, onLastDay }: RecurrenceSchedule, k: number): CivilDay {
  if (interval === 'day' || interval === 'week') return addDays(from, k * every * FEWEST_DAYS[interval]);
  const on = addMonths(from, k * every * MONTHS[interval]);
  return onLastDay ? endOfMonth(on) : on;
}

/** The first occurrence on or after a day; undefined if `to` is earlier. */
export function firstSince(pace: RecurrenceSchedule, day: CivilDay): CivilDay | undefined {
  let k = Math.max(0, atLeastBefore(pace, day));
  let on = dayOf(pace, k);
  while (on !== undefined && on < day) on = dayOf(pace, ++k);
  return on !== undefined && on <= pace.to ? on : undefined;
}

/** The occurrence after the one on a day. */
export const nextAfter = (pace: RecurrenceSchedule, on: CivilDay): CivilDay | undefined =>
  firstSince(pace, addDays(on, 1));

/** The occurrence before the one on a day. Before `from` the series is extended backwards. */
export function dayBefore(pace: RecurrenceSchedule, on: CivilDay): CivilDay {
  let k = atLeastBefore(pace, on);
  while (occurrenceOn(pace, k) < on) k++;
  return occurrenceOn(pace, k - 1);
}

/** The occurrences from a day on, in order, at most `most`. */
export function occurrencesSince(pace: RecurrenceSchedule, day: CivilDay, most: number): CivilDay[] {
  const days: CivilDay[] = [];
  for (let on = firstSince(pace, day); on !== undefined && days.length < most; on = nextAfter(pace, on)) days.push(on);
  return days;
}

/** When an occurrence is created: at 06:00 of its day in the account's zone, Unix seconds. */
export const madeAt = (on: CivilDay, zone: string): number => atSecondOfDay(on, SECOND_OF_DAY, zone);

/**
 * The number of an occurrence that is certainly not after the day. Counting months by the calendar
 * overshoots by at most one.
 */
function atLeastBefore({ from, every, interval }: RecurrenceSchedule, day: CivilDay): number {
  if (interval === 'day' || interval === 'week')
    return Math.floor(daysBetween(from, day) / (every * FEWEST_DAYS[interval]));
  const months = (yearOf(day) - yearOf(from)) * 12 + Number(day.slice(5, 7)) - Number(from.slice(5, 7));
  return Math.floor(months / (every * MONTHS[interval])) - 1;
}

const dayOf = (pace: RecurrenceSchedule, k: number): CivilDay | undefined =>
  yearOf(pace.from) + (k * pace.every * FEWEST_DAYS[pace.interval]) / 365 > yearOf(LAST_DAY) + 1
    ? undefined
    : within(occurrenceOn(pace, k));
const within = (day: CivilDay): CivilDay | undefined => (day <= LAST_DAY ? day : undefined);
