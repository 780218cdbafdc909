import type { CivilDay } from '../../time/civil-day.ts';
import type { RecurrenceSchedule } from './schedule.ts';

/**
 * How an invoice recurs; stored in its `life`. The invoice is the template that is billed again on
 * each scheduled day (docs/rules/recurring.md). Times are Unix seconds.
 */
export type Recurrence = RecurrenceSchedule & {
  readonly id: string;
  /** Whether occurrences are finalized; otherwise they stay drafts. */
  readonly finalizes: boolean;
  /** Whether finalized occurrences are mailed to the customer. */
  readonly mails: boolean;
  /** Whether the account gets a copy of that mail. */
  readonly inCopy: boolean;
  /** Added to each line: the billed period in place of `{period}`. */
  readonly periodText?: string;
  /**
   * Whether it bills the period before its day, as for work already done; otherwise the period that
   * begins on its day.
   */
  readonly billsBefore?: true;
  /** The day of the next occurrence; absent if paused or over. */
  readonly next?: CivilDay;
  readonly pausedAt?: number;
  /**
   * Whether it was paused automatically, after too many occurrences that could not be finalized.
   */
  readonly pausedByItself?: true;
  /** Consecutive occurrences that could not be finalized. */
  readonly unmet: number;
  /** Too many occurrences were missed: those until this day are created as drafts. */
  readonly draftsUntil?: CivilDay;
};

/** For an automatically created invoice: the template, and the day of the occurrence. */
export type Occurrence = { readonly invoiceId: string; readonly on: CivilDay };

/** The input that defines a recurrence. */
export type RecurrenceInput = Pick<Recurrence, 'finalizes' | 'mails' | 'inCopy' | 'periodText' | 'billsBefore'> &
  RecurrenceSchedule;

/** The states of a recurrence. */
export const recurrenceStates = ['active', 'paused', 'over'] as const;
export type RecurrenceState = (typeof recurrenceStates)[number];

export const stateOf = ({ next, pausedAt }: Recurrence): RecurrenceState => {
  if (pausedAt !== undefined) return 'paused';
  return next === undefined ? 'over' : 'active';
};
