import { addDays, addMonths, type CivilDay, endOfMonth } from '../../time/civil-day.ts';

/**
 * How often VAT is declared, as far as e-reporting distinguishes it: monthly or quarterly under the
 * normal regime, the simplified regime, and the franchise (CGI art. 293 B).
 */
export const reportingRegimes = ['normal_monthly', 'normal_quarterly', 'simplified', 'franchise'] as const;
export type ReportingRegime = (typeof reportingRegimes)[number];

/** Sales, and receipts of services (CGI art. 290 and 290 A): each has its own report. */
export const reportKinds = ['transactions', 'payments'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A period of a report and the last day on which it may reach the platform. */
export type ReportPeriod = { readonly from: CivilDay; readonly to: CivilDay; readonly lastDay: CivilDay };

/** Days 1 to 10, 11 to 20 and 21 to the end; a month; or two months from January on. */
type Rhythm = 'ten_days' | 'month_until_tenth' | 'month_until_end' | 'two_months';

type Rhythms = Readonly<Record<ReportingRegime, Readonly<Record<ReportKind, Rhythm>>>>;

/** The calendars, the oldest first; a period follows the one in force on its first day. */
const calendars: readonly { readonly since: CivilDay; readonly source: string; readonly rhythms: Rhythms }[] = [
  {
    since: '2026-09-01',
    source: 'Décret 2022-1299 and arrêté of 7 October 2022; DGFiP, external specifications 3.2, table 13',
    rhythms: {
      normal_monthly: { transactions: 'ten_days', payments: 'month_until_tenth' },
      normal_quarterly: { transactions: 'month_until_tenth', payments: 'month_until_tenth' },
      simplified: { transactions: 'month_until_end', payments: 'month_until_end' },
      franchise: { transactions: 'two_months', payments: 'two_months' },
    },
  },
];

/** From this day on small businesses must report (DGFiP, external specifications 3.2, 2.3.5). */
export const REPORTING_BEGINS = '2027-09-01';

/**
 * The period that contains a day. A day before the first calendar follows the first one, so that
 * earlier periods can be rehearsed.
 */
export function periodOn(day: CivilDay, of: { readonly regime: ReportingRegime; readonly kind: ReportKind }) {
  const [first, ...later] = calendars as [(typeof calendars)[number], ...typeof calendars];
  const { rhythms } = later.findLast(({ since }) => since <= day) ?? first;
  return periods[rhythms[of.regime][of.kind]](day);
}

/** The periods that overlap a span of days, oldest first; at most `most`. */
export function periodsWithin(
  span: { readonly from: CivilDay; readonly to: CivilDay },
  of: { readonly regime: ReportingRegime; readonly kind: ReportKind; readonly most: number },
): ReportPeriod[] {
  const found: ReportPeriod[] = [];
  for (let day = span.from; day <= span.to && found.length < of.most; ) {
    const period = periodOn(day, of);
    found.push(period);
    day = addDays(period.to, 1);
  }
  return found;
}

const periods: Readonly<Record<Rhythm, (day: CivilDay) => ReportPeriod>> = {
  ten_days(day) {
    const month = day.slice(0, 8);
    if (day <= `${month}10`) return { from: `${month}01`, to: `${month}10`, lastDay: `${month}20` };
    if (day <= `${month}20`) return { from: `${month}11`, to: `${month}20`, lastDay: endOfMonth(day) };
    return { from: `${month}21`, to: endOfMonth(day), lastDay: tenthOfNextMonth(day) };
  },
  month_until_tenth: (day) => ({ from: firstOfMonth(day), to: endOfMonth(day), lastDay: tenthOfNextMonth(day) }),
  month_until_end: (day) => ({ from: firstOfMonth(day), to: endOfMonth(day), lastDay: endOfNextMonth(day) }),
  two_months(day) {
    const from = Number(day.slice(5, 7)) % 2 === 1 ? firstOfMonth(day) : addMonths(firstOfMonth(day), -1);
    const second = addMonths(from, 1);
    return { from, to: endOfMonth(second), lastDay: endOfNextMonth(second) };
  },
};

const firstOfMonth = (day: CivilDay): CivilDay => `${day.slice(0, 8)}01`;
const nextMonth = (day: CivilDay): CivilDay => addMonths(firstOfMonth(day), 1);
const tenthOfNextMonth = (day: CivilDay): CivilDay => addDays(nextMonth(day), 9);
const endOfNextMonth = (day: CivilDay): CivilDay => endOfMonth(nextMonth(day));

/** Where a period stands, as far as its dates say. */
export const periodStates = ['not_required', 'running', 'to_report', 'overdue'] as const;
export type PeriodState = (typeof periodStates)[number];

/** The state of a period on a day; before the obligation begins, nothing is required. */
export function periodStateOn(today: CivilDay, { to, lastDay }: ReportPeriod): PeriodState {
  if (to < REPORTING_BEGINS) return 'not_required';
  if (today <= to) return 'running';
  return today <= lastDay ? 'to_report' : 'overdue';
}
