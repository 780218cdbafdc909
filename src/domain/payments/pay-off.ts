import { type Cents, cents, sum } from '../money/cents.ts';

export type Paid = {
  /** What is still to be paid afterwards, in cents. */
  readonly remaining: Cents;
  /** Whether nothing is. */
  readonly isPaid: boolean;
};

export type PaymentExceedsRemaining = { readonly refused: 'payment_exceeds_remaining'; readonly remaining: Cents };

/** Takes payments (cents, each above zero) off what remains to be paid. More than that is refused as a whole. */
export function pay(remainingToPay: Cents, payments: readonly Cents[]): Paid | PaymentExceedsRemaining {
  const remaining = cents(remainingToPay - sum(payments));
  if (remaining < 0) return { refused: 'payment_exceeds_remaining', remaining: remainingToPay };
  return { remaining, isPaid: remaining === 0 };
}
