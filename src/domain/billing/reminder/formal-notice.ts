import type { Cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { BasisPoints } from '../../vat/vat-code.ts';

/** Days a formal notice gives to pay, chosen by its owner. The law names none; eight to fifteen are what is usual. */
export const NOTICE_DELAY_DAYS_MIN = 8;
export const NOTICE_DELAY_DAYS_MAX = 15;
/** The highest yearly rate an owner may say, basis points: beyond, a judge would take it down (C. civ. art. 1231-5). */
export const PENALTY_RATE_MAX = 3_000 as BasisPoints;

/**
 * A formal notice to pay (mise en demeure, C. civ. art. 1344), as it was made: what it says is kept, so that it prints the same on any
 * day. Days are civil days of the account's zone, amounts cents of the document.
 */
export type FormalNotice = {
  readonly madeOn: CivilDay;
  /** Unix seconds. */
  readonly madeAt: number;
  readonly delayDays: number;
  /** The last day it gives. */
  readonly payBefore: CivilDay;
  readonly dueOn: CivilDay;
  readonly daysLate: number;
  /** What the document asked for, less the advances it deducted. */
  readonly asked: Cents;
  readonly remaining: Cents;
  /** Between professionals alone: penalties and the lump sum are theirs (C. com. art. L441-10 II, D441-5). */
  readonly professional: boolean;
  /** To the day it was made, where their rate is known; `rate` is basis points a year, where it was one for all days. */
  readonly penalties?: { readonly amount: Cents; readonly rate?: BasisPoints };
  /** The terms ask for penalties, at a rate nobody said: they are claimed in words, without an amount. */
  readonly penaltiesInWords?: true;
  readonly lumpSum?: Cents;
  /** All that is claimed. */
  readonly total: Cents;
};
