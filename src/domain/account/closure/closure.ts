import { type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { type Figures, plusTotals, type RunningTotals, runningTotalsOf } from './figures.ts';
import { dayAfter, endsAt, isSameYear, type Period, type PeriodKind, periodOf } from './period.ts';

/**
 * The closure of a period (clôture, BOI-TVA-DECLA-30-10-30 § 170): what was recorded in it, the
 * running total since the start of the year (cumul du grand total de la période), and the running
 * total since the account was created (total perpétuel).
 */
export type Closure = Period & {
  readonly id: string;
  readonly test: boolean;
  /** The sequence number among the closures of its kind, from 1, without gaps. */
  readonly n: number;
  /** The time zone of the period, and the first second after the period in Unix seconds. */
  readonly zone: string;
  readonly endsAt: number;
  /**
   * The audit-chain links of the closure: from the link after the previous closure to the last link
   * recorded in the period.
   */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The SHA-256 of the previous closure of this kind; absent on the first. */
  readonly previous?: string;
  readonly figures: Figures;
  readonly yearToDate: RunningTotals;
  readonly perpetual: RunningTotals;
  /** Unix seconds. */
  readonly madeAt: number;
};

/** The last closure of each kind; absent if there is none yet. */
export type LastClosed = { readonly [Kind in PeriodKind]?: Closure };

/**
 * Seconds between the end of a period and its closure. A transaction that began before midnight is
 * in the audit chain by then; a later one is recorded in the next period.
 */
export const CLOSING_GRACE_SECONDS = 120;

/** The input of a new closure. */
type ToClose = {
  readonly id: string;
  readonly test: boolean;
  readonly period: Period;
  readonly zone: string;
  readonly now: number;
  /** The sequence number of the last audit-chain link recorded in the period. */
  readonly lastSeq: number;
  readonly figures: Figures;
  /** The SHA-256 of the previous closure of the same kind. */
  readonly previous: string | undefined;
};

/**
 * Closes a period. A day is added to the running totals; a month or year takes the running totals
 * of its last day.
 */
export function closed(
  { id, test, period, zone, now, lastSeq, figures, previous }: ToClose,
  last: LastClosed,
): Closure {
  const before = last[period.kind];
  const running = period.kind === 'day' ? afterDay(period.startsOn, figures, last.day) : last.day;
  if (!running) throw new Error('a month is closed after a day of it');
  return {
    ...{ id, test, ...period, zone, endsAt: endsAt(period, zone) },
    n: (before?.n ?? 0) + 1,
    firstSeq: (before?.lastSeq ?? 0) + 1,
    lastSeq,
    ...(previous !== undefined && { previous }),
    figures,
    yearToDate: running.yearToDate,
    perpetual: running.perpetual,
    madeAt: now,
  };
}

/** The running totals at the end of a day. */
export function afterDay(
  day: CivilDay,
  figures: Figures,
  before: Pick<Closure, 'startsOn' | 'yearToDate' | 'perpetual'> | undefined,
): Pick<Closure, 'yearToDate' | 'perpetual'> {
  const added = runningTotalsOf(figures);
  const thisYear = before && isSameYear(before.startsOn, day) ? before.yearToDate : {};
  return { yearToDate: plusTotals(thisYear, added), perpetual: plusTotals(before?.perpetual ?? {}, added) };
}

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
