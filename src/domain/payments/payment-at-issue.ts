import type { BillingDocument, Invoice } from '../billing/document/document.ts';
import { isInvoice } from '../billing/document/document.ts';
import { isPaidAtIssue } from '../billing/document/paid-at-issue.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { isRefusal } from '../refusal.ts';
import type { Payment } from './payment.ts';
import { recordPayments } from './record-payments.ts';

/**
 * A finalized invoice that states that it is already paid, with the payment of what remains: on the
 * day of issue, by its first payment method. Undefined for other documents, and if nothing remains.
 */
export function paymentAtIssue(
  document: BillingDocument,
  { newId, now }: { newId: () => string; now: number },
): { readonly document: Invoice; readonly payments: readonly Payment[] } | undefined {
  if (!isInvoice(document) || !isPaidAtIssue(document) || !document.sealed) return undefined;
  const [method = 'other'] = document.content.legals.paymentMethods;
  const { otherPaymentMethod } = document.content.legals;
  const payment: Payment = {
    ...{ id: newId(), documentId: document.id, amount: remainingOn(document).toPay, method },
    ...{ receivedAt: Math.min(document.sealed.emittedAt, now), createdAt: now },
    ...(method === 'other' && otherPaymentMethod !== undefined && { otherMethod: otherPaymentMethod }),
  };
  if (payment.amount <= 0) return undefined;
  const paid = recordPayments(document, [payment], now);
  return isRefusal(paid) ? undefined : { document: paid, payments: [payment] };
}
