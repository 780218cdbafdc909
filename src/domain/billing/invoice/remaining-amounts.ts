import { type Cents, cents } from '../../money/cents.ts';
import { type Breakdown, minus, taxIncluded, totalOf } from '../../vat/breakdown.ts';

/**
 * What reduced an invoice or an advance, in cents: its deductions, its finalized credit notes, its
 * payments.
 */
export type Settled = {
  readonly breakdown: Breakdown;
  readonly deducted: Breakdown;
  readonly credited: Breakdown;
  /** Payments minus their counter-entries. */
  readonly paid: Cents;
};

export type Remaining = {
  readonly withoutTax: Cents;
  readonly withTax: Cents;
  /** What is still to be paid; never negative, even if a credit note came after the payment. */
  readonly toPay: Cents;
  /** The payments beyond what is due after credit notes; never negative. */
  readonly overpaid: Cents;
};

/**
 * What remains of an invoice or an advance: total − its frozen deductions − its finalized credit
 * notes.
 */
export function remainingOf({ breakdown, deducted, credited, paid }: Settled): Remaining {
  const remaining = totalOf(leftToCredit({ breakdown, deducted, credited }));
  const withTax = taxIncluded(remaining);
  return {
    withoutTax: remaining.net,
    withTax,
    toPay: cents(Math.max(withTax - paid, 0)),
    overpaid: cents(Math.max(paid - withTax, 0)),
  };
}

/** What a credit note may still take, key by key. Payments do not reduce it. */
export const leftToCredit = ({ breakdown, deducted, credited }: Omit<Settled, 'paid'>): Breakdown =>
  minus(minus(breakdown, deducted), credited);
