import { isInvoice } from '../../billing/document/document.ts';
import { type Change, newlyFinalized } from '../../billing/document/group/group-changes.ts';

/** Whether the payment request of an invoice may be sent since it was finalized in this step. */
export function isRequestDueSince(change: Change): boolean {
  const sealed = newlyFinalized(change);
  return sealed !== undefined && isInvoice(sealed) && sealed.content.paymentRequest !== undefined;
}
