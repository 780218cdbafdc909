import { type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { CLOSING_GRACE_SECONDS, type LastClosed } from './closure.ts';
import { dayAfter, endsAt, type Period, periodOf } from './period.ts';

/** Whether a period has ended long enough ago to be closed. */
export const isOver = (period: Period, { zone, now }: { zone: string; now: number }): boolean =>
  now >= endsAt(period, zone) + CLOSING_GRACE_SECONDS;

/**
 * The day something recorded at `at` belongs to. What is closed is never opened again: where that day is closed already
 * (the account moved to a zone farther west, or a clock went back) it is the first one that is not.
 */
export function bookedOn(at: number, last: LastClosed, zone: string): CivilDay {
  const days = [last.day, last.month, last.year].flatMap((closure) => (closure ? [dayAfter(closure)] : []));
  return [civilDayOf(at, zone), ...days].reduce((a, b) => (a > b ? a : b));
}

/**
 * The month or the year that still awaits its closure, over or not: one with a closed day in it, which the closures have
 * not gone past. `openDay` is the day that what is not closed yet begins with.
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
