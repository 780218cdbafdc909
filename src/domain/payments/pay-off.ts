import { type Cents, cents, sum } from '../money/cents.ts';

export type Paid = {
  /** The amount still to be paid, in cents. */
  readonly remaining: Cents;
  /** Whether nothing remains. */
  readonly isPaid: boolean;
};

export type PaymentExceedsRemaining = { readonly refused: 'payment_exceeds_remaining'; readonly remaining: Cents };

/**
 * Subtracts payments (positive cents) from the remaining amount. A higher sum is refused as a
 * whole.
 */
export function pay(remainingToPay: Cents, payments: readonly Cents[]): Paid | PaymentExceedsRemaining {
  const remaining = cents(remainingToPay - sum(payments));
  if (remaining < 0) return { refused: 'payment_exceeds_remaining', remaining: remainingToPay };
  return { remaining, isPaid: remaining === 0 };
}
