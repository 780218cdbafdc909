import type { CivilDay } from '../../time/civil-day.ts';
import { type Figures, plusTotals, type RunningTotals, runningTotalsOf } from './figures.ts';
import { endsAt, isSameYear, type Period, type PeriodKind } from './period.ts';

/**
 * The closing of a period (clôture, BOI-TVA-DECLA-30-10-30 § 170): what was recorded in it, what that makes since the year
 * began (cumul du grand total de la période), and what all of it makes since the account began (total perpétuel).
 */
export type Closure = Period & {
  readonly id: string;
  readonly test: boolean;
  /** The place among the closures of its kind, from 1, without a gap. */
  readonly n: number;
  /** The zone the period is one of, and the first second after it, Unix seconds. */
  readonly zone: string;
  readonly endsAt: number;
  /** The links of the audit chain it covers: those since the closure before, up to the last one recorded in the period. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The SHA-256 of the closure of this kind before; absent on the first. */
  readonly previous?: string;
  readonly figures: Figures;
  readonly yearToDate: RunningTotals;
  readonly perpetual: RunningTotals;
  /** Unix seconds. */
  readonly madeAt: number;
};

/** The last closure of each kind; absent where there is none yet. */
export type LastClosed = { readonly [Kind in PeriodKind]?: Closure };

/**
 * Seconds after its end at which a period is closed: what began before midnight has found its place in the audit chain by
 * then. Whatever did not is recorded in the next period.
 */
export const CLOSING_GRACE_SECONDS = 120;

/** What a new closure is made of. */
export type ToClose = {
  readonly id: string;
  readonly test: boolean;
  readonly period: Period;
  readonly zone: string;
  readonly now: number;
  /** The last link it covers. */
  readonly lastSeq: number;
  readonly figures: Figures;
  /** The SHA-256 of the closure of its kind before. */
  readonly previous: string | undefined;
};

/**
 * Closes a period after the ones closed before. A day adds to the running totals; a month and a year stand where their last
 * day left them.
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
