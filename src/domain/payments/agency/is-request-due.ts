import { isInvoice } from '../../billing/document/document.ts';
import { type Change, newlyFinalized } from '../../billing/document/group/group-changes.ts';

/** Whether this step finalized an invoice whose payment request may be sent. */
export function isRequestDueSince(change: Change): boolean {
  const sealed = newlyFinalized(change);
  return sealed !== undefined && isInvoice(sealed) && sealed.content.paymentRequest !== undefined;
}
