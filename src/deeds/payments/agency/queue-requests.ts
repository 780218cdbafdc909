import { isInvoice } from '../../../domain/billing/document/document.ts';
import type { Family } from '../../../domain/billing/document/family.ts';
import { queuePaymentRequest } from '../../../store/payments/payment-requests.ts';
import type { Context } from '../../context.ts';

/** Has the payment requests of a family's invoices looked at once those are finalized: then they may be sent. */
export function queuePaymentRequests(
  { tx, realNow }: Context,
  before: Family | undefined,
  after: Family | undefined,
): void {
  for (const [id, { document }] of after?.members ?? []) {
    if (!isInvoice(document) || !document.sealed || !document.content.paymentRequest) continue;
    if (!before?.members.get(id)?.document.sealed) queuePaymentRequest(tx, document, realNow);
  }
}
