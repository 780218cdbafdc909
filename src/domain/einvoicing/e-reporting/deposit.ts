import type { Refused } from '../../refusal.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { DocumentStatus, FlowState, StatusReason } from '../life-cycle.ts';
import type { ReportKind, ReportPeriod } from './reporting-calendar.ts';

/** A first report of a period, or one that replaces the period (TT-4, rule G8.01). */
export const reportTypes = ['IN', 'RE'] as const;
export type ReportType = (typeof reportTypes)[number];

/** A sum of a report in cents: net and VAT in euros of sales, or receipts with tax. */
export type ReportTotal = { readonly currency: string; readonly amount: number; readonly vat?: number };

/** A status of a report, as a platform delivered it. */
export type ReportStatus = Omit<DocumentStatus, 'amounts'>;

/**
 * An e-report deposited at a platform. Its ID is the `trackingId` there and its ID at the tax
 * office (TT-1). Times are Unix seconds.
 */
export type ReportDeposit = {
  readonly id: string;
  readonly test: boolean;
  readonly about: {
    readonly report: ReportKind;
    readonly period: Pick<ReportPeriod, 'from' | 'to'>;
    readonly type: ReportType;
  };
  /** The digest of its figures in hex, which does not depend on when and where it is sent. */
  readonly figures: string;
  readonly totals: readonly ReportTotal[];
  /** The four characters of the platform it names as its sender. */
  readonly platform: string;
  readonly state: FlowState;
  readonly platformId?: string;
  /** Why the platform refused the file. */
  readonly faults?: readonly StatusReason[];
  readonly createdAt: number;
  readonly submittedAt?: number;
  readonly settledAt?: number;
  /** What the tax office answered, oldest first. */
  readonly statuses: readonly ReportStatus[];
};

/**
 * Where a deposit is. `deposited`: the platform has it, the tax office has not answered. Platforms
 * pass reports on after the last day of the period (DGFiP, external specifications 3.2, 3.7.7).
 */
export const depositStates = ['waiting', 'submitted', 'not_accepted', 'deposited', 'accepted', 'rejected'] as const;
export type DepositState = (typeof depositStates)[number];

/** The names of the statuses of a report (specifications 3.2, table 5; XP Z12-012 for 501). */
const statusNames = { 300: 'accepted', 301: 'rejected', 501: 'inadmissible' } as const;
export const reportStatusNames = ['accepted', 'rejected', 'inadmissible'] as const;
export type ReportStatusName = (typeof reportStatusNames)[number];

/** The name of a status; undefined for a code that is not in the list. */
export const reportStatusOf = (code: number): ReportStatusName | undefined =>
  statusNames[code as keyof typeof statusNames];

const REJECTING: ReadonlySet<number> = new Set([301, 501]);

type Answers = Pick<ReportDeposit, 'state' | 'statuses'>;

const isRejected = ({ statuses }: Answers): boolean => statuses.some(({ code }) => REJECTING.has(code));

/** The state of a deposit from its statuses in any order: a rejection wins. */
export function depositStateOf({ state, statuses }: Answers): DepositState {
  if (isRejected({ state, statuses })) return 'rejected';
  if (state === 'refused') return 'not_accepted';
  if (statuses.some(({ code }) => code === 300)) return 'accepted';
  if (state === 'accepted') return 'deposited';
  return state === 'sending' ? 'waiting' : 'submitted';
}

/** What is known of a period when its report is to be sent. */
type Situation = {
  /** The deposits of the same period and kind, oldest first. */
  readonly deposits: readonly ReportDeposit[];
  /** The digest of the figures of today; `isEmpty`: they state nothing. */
  readonly figures: string;
  readonly isEmpty: boolean;
  readonly period: Pick<ReportPeriod, 'to'>;
  /** The last day that is over everywhere: a report is dated after its period (G7.43). */
  readonly today: CivilDay;
  readonly isConnected: boolean;
};

export type DepositHindrance = Refused<
  'e_report_running' | 'e_report_empty' | 'platform_not_connected' | 'e_report_under_way' | 'e_report_unchanged'
>;

/**
 * The type of the report to send now, or why none is sent. A rejected report was not taken over by
 * the tax office (specifications 3.2, 3.7.9), so the next one is again a first report, unless an
 * earlier one still stands. `RE` replaces what stands (3.7.7); it may also state nothing.
 */
export function depositToMake({
  deposits,
  figures,
  isEmpty,
  period,
  today,
  isConnected,
}: Situation): { readonly type: ReportType } | DepositHindrance {
  if (today <= period.to) return { refused: 'e_report_running', to: period.to };
  if (deposits.some(({ state }) => state === 'sending' || state === 'submitted'))
    return { refused: 'e_report_under_way' };
  const standing = deposits.findLast((deposit) => deposit.state === 'accepted' && !isRejected(deposit));
  if (standing?.figures === figures) return { refused: 'e_report_unchanged' };
  if (isEmpty && !standing) return { refused: 'e_report_empty' };
  if (!isConnected) return { refused: 'platform_not_connected' };
  return { type: standing ? 'RE' : 'IN' };
}
