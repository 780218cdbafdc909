import { type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { CLOSING_GRACE_SECONDS, type LastClosed } from './closure.ts';
import { dayAfter, endsAt, type Period, periodOf } from './period.ts';

/** Whether a period ended at least `CLOSING_GRACE_SECONDS` ago, so that it can be closed. */
export const isOver = (period: Period, { zone, now }: { zone: string; now: number }): boolean =>
  now >= endsAt(period, zone) + CLOSING_GRACE_SECONDS;

/**
 * The civil day an event recorded at `at` (Unix seconds) is booked on. A closed day never reopens:
 * if that day is already closed (the account moved to a zone farther west, or a clock was set
 * back), the first open day is used.
 */
export function bookedOn(at: number, last: LastClosed, zone: string): CivilDay {
  const days = [last.day, last.month, last.year].flatMap((closure) => (closure ? [dayAfter(closure)] : []));
  return [civilDayOf(at, zone), ...days].reduce((a, b) => (a > b ? a : b));
}

/**
 * The next month or year to close, whether or not it has ended: it has a closed day, and the
 * closure of the month or year itself is missing. Undefined while a day in it is open. `openDay` is
 * the first open day.
 */
export function periodAwaiting(
  last: LastClosed,
  openDay: CivilDay | undefined,
): { readonly kind: 'month' | 'year'; readonly startsOn: CivilDay } | undefined {
  const { day, month, year } = last;
  if (!day) return undefined;
  const { startsOn } = periodOf('month', day.startsOn);
  const isMonthClosed = month !== undefined && month.startsOn >= startsOn;
  const kind = isMonthClosed ? 'year' : 'month';
  const period = { kind, startsOn: periodOf(kind, day.startsOn).startsOn } as const;
  const isYearClosed = isMonthClosed && year !== undefined && year.startsOn >= period.startsOn;
  const isOpenStill = openDay !== undefined && openDay < dayAfter(period);
  return isYearClosed || isOpenStill ? undefined : period;
}
