import { isRefusal, type Refused } from '../../refusal.ts';
import type { Estimate, Invoice } from '../document/document.ts';
import { type Around, documentsOf, type Family, withChild, withDocuments } from '../document/group/document-group.ts';
import { billToTheEnd } from './new-final-invoice.ts';

/** Adds the draft final invoice of the signed estimate that a family is about. */
export function draftFinalInvoice(
  family: Family<Estimate>,
  around: Around,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Family<Invoice> | Refused<'estimate_not_signed_for_final_invoice' | 'final_invoice_already_there'> {
  const drafted = billToTheEnd(family.asked.document, { id: newId(), now, relatives: documentsOf(family) });
  if (isRefusal(drafted)) return drafted;
  return withChild(withDocuments(family, drafted.billed), drafted.invoice, around);
}
