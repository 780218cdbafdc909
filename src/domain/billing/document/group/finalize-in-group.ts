import { isRefusal, type Refused } from '../../../refusal.ts';
import { withCurrentDeductions } from '../../invoice/current-deductions.ts';
import { type BillingDocument, type Finalized, type Invoice, isInvoice } from '../document.ts';
import { afterFinalizing } from './after-finalizing.ts';
import { type DocumentGroup, documentsOf, withDocuments } from './document-group.ts';
import { finalize, type NextNumber } from './finalize.ts';

/**
 * Finalizes the group's draft: numbers and freezes it, updates billed and credited amounts on the
 * documents it descends from, and recomputes the deductions of draft final invoices.
 */
export function finalizeInDocumentGroup(
  group: DocumentGroup,
  number: NextNumber,
): DocumentGroup<Finalized> | Refused<'already_finalized' | 'not_finalizable'> {
  const document = finalize(group.asked.document, group.asked.facts, number);
  if (isRefusal(document)) return document;
  const sealed = withDocuments(group, document) as DocumentGroup<Finalized>;
  const moved = withDocuments(sealed, ...afterFinalizing(document, (id) => sealed.members.get(id)?.document));
  const documents = documentsOf(moved);
  return withDocuments(moved, ...documents.filter(isFinalDraft).map((draft) => redrafted(draft, documents)));
}

const isFinalDraft = (document: BillingDocument): document is Invoice =>
  isInvoice(document) && document.content.isFinal && !document.sealed;

const redrafted = (draft: Invoice, relatives: readonly BillingDocument[]): Invoice => ({
  ...withCurrentDeductions(draft, relatives),
  version: draft.version + 1,
});
