import { isRefusal, type Refused } from '../../refusal.ts';
import type { Estimate, Invoice } from '../document/document.ts';
import {
  type DocumentGroup,
  type DraftContext,
  documentsOf,
  withChild,
  withDocuments,
} from '../document/group/document-group.ts';
import { billRemainder } from './new-final-invoice.ts';

/** Adds the draft final invoice of the group's signed estimate. */
export function draftFinalInvoice(
  group: DocumentGroup<Estimate>,
  around: DraftContext,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): DocumentGroup<Invoice> | Refused<'estimate_not_signed_for_final_invoice' | 'final_invoice_already_there'> {
  const drafted = billRemainder(group.asked.document, { id: newId(), now, relatives: documentsOf(group) });
  if (isRefusal(drafted)) return drafted;
  return withChild(withDocuments(group, drafted.billed), drafted.invoice, around);
}
