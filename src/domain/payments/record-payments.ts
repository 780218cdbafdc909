import type { Claim } from '../billing/document/document.ts';
import { changed } from '../billing/document/group/after-finalizing.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { cents, sum } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import { type CivilDay, civilDayOf } from '../time/civil-day.ts';
import { pay } from './pay-off.ts';
import type { Payment } from './payment.ts';

/**
 * Records payments on an invoice or an advance; it is paid once nothing remains. A sum above the
 * remainder is refused as a whole.
 */
export function recordPayments<D extends Claim>(
  document: D,
  payments: readonly Payment[],
  now: number,
): D | Refused<'not_payable_when_draft' | 'not_payable_when_canceled' | 'nothing_due' | 'payment_exceeds_remaining'> {
  if (!document.sealed) return { refused: 'not_payable_when_draft' };
  if (document.canceledAt !== undefined) return { refused: 'not_payable_when_canceled' };
  const due = remainingOn(document).toPay;
  if (due === 0) return { refused: 'nothing_due' };
  const amounts = payments.map(({ amount }) => amount);
  const paid = pay(due, amounts);
  if ('refused' in paid) return paid;

  const life = {
    ...document.life,
    paid: sum([document.life.paid, ...amounts]),
    hasTransaction: document.life.hasTransaction || payments.some(({ transactionId }) => transactionId !== undefined),
  };
  const paidAt = Math.max(...payments.map(({ receivedAt }) => receivedAt));
  return changed(document, { life, ...(paid.isPaid && { state: 'paid', paidAt }) } as Partial<D>, now);
}

/**
 * Refuses days on which a payment cannot be recorded by hand: before the day of issue, or after
 * today, on the account's calendar. Days reported by a bank or a provider are not checked.
 */
export function paymentDayRefused(
  { sealed }: Claim,
  payments: readonly Pick<Payment, 'receivedAt'>[],
  { now, zone }: { now: number; zone: string },
): Refused<'payment_before_document' | 'payment_to_come'> | undefined {
  if (!sealed) return undefined;
  const wrong = invalidPaymentDay(
    sealed.emittedAt,
    payments.map(({ receivedAt }) => receivedAt),
    { now, zone },
  );
  if (!wrong) return undefined;
  return 'today' in wrong ? { refused: 'payment_to_come', ...wrong } : { refused: 'payment_before_document', ...wrong };
}

/** Reverses every payment by a counter-entry; the document is owed again. */
export function markUnpaid<D extends Claim>(
  document: D,
  now: number,
): D | Refused<'not_paid' | 'no_payment_to_reverse'> {
  if (document.state !== 'paid') return { refused: 'not_paid' };
  // A final invoice fully covered by its advances could neither be paid nor credited if it were
  // owed again.
  if (document.life.paid === 0) return { refused: 'no_payment_to_reverse' };
  const { paidAt: _, ...unpaid } = document;
  const life = { ...document.life, paid: cents(0), hasTransaction: false };
  return changed(unpaid as D, { state: 'finalized', life } as Partial<D>, now);
}

/** The counter-entries of the payments that are not reversed. */
export const counterEntries = (payments: readonly Payment[], newId: () => string, now: number): Payment[] => {
  const reversed = new Set(payments.map(({ reversesId }) => reversesId));
  return payments
    .filter(({ id, reversesId }) => reversesId === undefined && !reversed.has(id))
    .map(({ id, documentId, amount, method }) => ({
      id: newId(),
      documentId,
      amount: cents(-amount),
      receivedAt: now,
      method,
      reversesId: id,
      createdAt: now,
    }));
};

/**
 * The error in the days of a payment or refund, on the account's calendar: in the future, or before
 * the day of issue. Times are Unix seconds.
 */
export function invalidPaymentDay(
  emittedAt: number,
  times: readonly number[],
  { now, zone }: { now: number; zone: string },
): { readonly today: CivilDay } | { readonly issuedOn: CivilDay } | undefined {
  const days = times.map((time) => civilDayOf(time, zone));
  const [issuedOn, today] = [civilDayOf(emittedAt, zone), civilDayOf(now, zone)];
  if (days.some((day) => day > today)) return { today };
  // A document may be dated in the future: a payment until today is then allowed.
  return days.some((day) => day < issuedOn && issuedOn <= today) ? { issuedOn } : undefined;
}
