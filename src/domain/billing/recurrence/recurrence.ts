import type { CivilDay } from '../../time/civil-day.ts';
import type { Pace } from './schedule.ts';

/**
 * How an invoice recurs, a part of its life. The invoice is the template: what it says is billed again on each day of its pace
 * (docs/rules/recurring.md). Times are Unix seconds.
 */
export type Recurrence = Pace & {
  readonly id: string;
  /** Each is finalized; else it is left as a draft. */
  readonly finalizes: boolean;
  /** What was finalized is mailed to its customer. */
  readonly mails: boolean;
  /** The account is sent a copy of that mail. */
  readonly inCopy: boolean;
  /** Added to each line: what period it bills, with `{period}` where that stands. */
  readonly periodText?: string;
  /** It bills the period before its day, as work is billed once it is done; else the one that begins with it. */
  readonly billsBefore?: true;
  /** The day of the next; absent where it is paused, or over. */
  readonly next?: CivilDay;
  readonly pausedAt?: number;
  /** It paused itself: so many in a row could not be finalized. */
  readonly pausedByItself?: true;
  /** How many in a row could not be finalized. */
  readonly unmet: number;
  /** Too many were missed: those until this day are left as drafts. */
  readonly draftsUntil?: CivilDay;
};

/** Of an invoice that was made by itself: which it was made after, and the day it stands for. */
export type Occurrence = { readonly invoiceId: string; readonly on: CivilDay };

/** What is said of how an invoice recurs. */
export type RecurrenceInput = Pick<Recurrence, 'finalizes' | 'mails' | 'inCopy' | 'periodText' | 'billsBefore'> & Pace;

/** How a recurrence stands. */
export const recurrenceStates = ['active', 'paused', 'over'] as const;
export type RecurrenceState = (typeof recurrenceStates)[number];

export const stateOf = ({ next, pausedAt }: Recurrence): RecurrenceState => {
  if (pausedAt !== undefined) return 'paused';
  return next === undefined ? 'over' : 'active';
};
