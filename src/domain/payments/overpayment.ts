import type { Claim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { cents } from '../money/cents.ts';
import { isRefusal, type Refused } from '../refusal.ts';
import type { Payment } from './payment.ts';
import { recordPayments } from './record-payments.ts';
import type { CustomerMoney, MoneySource } from './unapplied-money.ts';

type WithExcess<D> = {
  readonly document: D;
  readonly payments: readonly Payment[];
  /** The excess of each payment that exceeded the amount due. */
  readonly kept: readonly CustomerMoney[];
};
type Around = { readonly source: MoneySource; readonly newId: () => string; readonly now: number };

/**
 * Records payments in order, each up to the amount still due. The rest of each is kept for the
 * customer. On a paid document everything is kept, because customers sometimes pay twice.
 */
export function recordWithOverpayment<D extends Claim>(
  document: D,
  received: readonly Payment[],
  around: Around,
): WithExcess<D> | Refused<'not_payable_when_draft' | 'not_payable_when_canceled'> {
  if (!document.sealed) return { refused: 'not_payable_when_draft' };
  if (document.canceledAt !== undefined) return { refused: 'not_payable_when_canceled' };
  let due = Math.max(0, remainingOn(document).toPay);
  const payments: Payment[] = [];
  const kept: CustomerMoney[] = [];
  for (const payment of received) {
    const taken = Math.min(due, payment.amount);
    due -= taken;
    if (taken > 0) payments.push({ ...payment, amount: cents(taken) });
    const excess = payment.amount - taken;
    if (excess > 0) kept.push(excessOf(document, { payment, excess, isTaken: taken > 0 }, around));
  }
  if (payments.length === 0) return { document, payments, kept };
  const paid = recordPayments(document, payments, around.now);
  if (isRefusal(paid)) throw new Error(`payment of the remaining amount refused on ${document.id}: ${paid.refused}`);
  return { document: paid, payments, kept };
}

function excessOf(
  { test, id, content }: Claim,
  { payment, excess, isTaken }: { payment: Payment; excess: number; isTaken: boolean },
  { source, newId, now }: Around,
): CustomerMoney {
  const [amount, nothing] = [cents(excess), cents(0)];
  const { method, otherMethod, receivedAt } = payment;
  return {
    ...{ id: newId(), test, documentId: id, source, method, state: 'paid', currency: content.currency.code },
    ...{ amount, received: amount, unapplied: amount },
    ...{ refunded: nothing, restored: nothing, awaited: nothing, returned: nothing },
    ...{ openedAt: now, paidAt: receivedAt },
    ...(otherMethod !== undefined && { otherMethod }),
    ...(isTaken && { paymentId: payment.id }),
  };
}

/**
 * Removes the excess of reversed payments; refused if a part of it was applied to another document
 * or refunded.
 */
export function dropOverpayment(kept: readonly CustomerMoney[]): readonly CustomerMoney[] | Refused<'excess_used'> {
  const standing = kept.filter(({ received }) => received > 0);
  const used = standing.find(({ received, unapplied }) => unapplied < received);
  return used ? { refused: 'excess_used', used: cents(used.received - used.unapplied) } : standing;
}
