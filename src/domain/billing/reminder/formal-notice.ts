import type { Cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { BasisPoints } from '../../vat/vat-code.ts';

/**
 * Minimum days to pay in a formal notice. The law sets no number; eight to fifteen days are usual.
 */
export const NOTICE_DELAY_DAYS_MIN = 8;
export const NOTICE_DELAY_DAYS_MAX = 15;
/**
 * The maximum yearly penalty rate, basis points: a judge would reduce a higher one (C. civ. art.
 * 1231-5).
 */
export const PENALTY_RATE_MAX = 3_000 as BasisPoints;

/**
 * A formal notice to pay (mise en demeure, C. civ. art. 1344). Its content is stored, so that it
 * prints the same on any day. Days are civil days of the account's zone, amounts cents of the
 * document's currency.
 */
export type FormalNotice = {
  readonly madeOn: CivilDay;
  /** Unix seconds. */
  readonly madeAt: number;
  readonly delayDays: number;
  /** The last day to pay. */
  readonly payBefore: CivilDay;
  readonly dueOn: CivilDay;
  readonly daysLate: number;
  /** The total of the document minus its deducted advances. */
  readonly asked: Cents;
  readonly remaining: Cents;
  /**
   * Whether it is between professionals: only they owe penalties and the lump sum (C. com. art.
   * L441-10 II, D441-5).
   */
  readonly professional: boolean;
  /**
   * Penalties up to the day of the notice, if the rate is known. `rate`: basis points per year, if
   * it was the same on all days.
   */
  readonly penalties?: { readonly amount: Cents; readonly rate?: BasisPoints };
  /**
   * The terms include penalties at an unknown rate: they are claimed in words, without an amount.
   */
  readonly penaltiesInWords?: true;
  readonly lumpSum?: Cents;
  /** The total claimed. */
  readonly total: Cents;
};
