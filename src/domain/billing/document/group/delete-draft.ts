import type { Refused } from '../../../refusal.ts';
import { freedEstimate } from '../../estimate/release-estimate.ts';
import type { BillingDocument } from '../document.ts';
import { type DocumentGroup, documentsOf, withDocuments, without } from './document-group.ts';

/**
 * Deletes the group's draft. Returns the remaining group, undefined if the draft was alone. If the
 * draft was a final invoice, its estimate can have another.
 */
export function deleteInDocumentGroup(
  group: DocumentGroup,
): { group: DocumentGroup | undefined } | Refused<'not_deletable_when_finalized' | 'not_deletable_with_credit_notes'> {
  const { document, facts } = group.asked;
  const refused = whyNotDeletable(document, documentsOf(group));
  if (refused) return refused;
  const parent = group.members.get(document.parentId ?? '')?.document;
  const freed = freedEstimate(parent, document, facts.now);
  return { group: without(freed ? withDocuments(group, freed) : group, document.id) };
}

/**
 * Why a document cannot be deleted: it has a number, or another document was created from it.
 * Undefined if it can. `relatives` is its document group.
 */
export function whyNotDeletable(
  document: BillingDocument,
  relatives: readonly BillingDocument[],
): Refused<'not_deletable_when_finalized' | 'not_deletable_with_credit_notes'> | undefined {
  if (document.sealed) return { refused: 'not_deletable_when_finalized', number: document.sealed.number };
  const hasChildren = relatives.some(({ parentId }) => parentId === document.id);
  return hasChildren ? { refused: 'not_deletable_with_credit_notes' } : undefined;
}
