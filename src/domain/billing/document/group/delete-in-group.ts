import type { Refused } from '../../../refusal.ts';
import { freedEstimate } from '../../estimate/release-estimate.ts';
import { whyNotDeletable } from './delete-draft.ts';
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
