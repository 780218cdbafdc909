import type { Refused } from '../../../refusal.ts';
import { freedEstimate } from '../../estimate/release-estimate.ts';
import { whyNotDeletable } from './delete-draft.ts';
import { type DocumentGroup, documentsOf, withDocuments, without } from './document-group.ts';

/**
 * Deletes the draft a family is about. What is left of the family is undefined where it was alone; an estimate whose final
 * invoice it was can have another.
 */
export function deleteInDocumentGroup(
  family: DocumentGroup,
): { family: DocumentGroup | undefined } | Refused<'not_deletable_when_finalized' | 'not_deletable_with_credit_notes'> {
  const { document, facts } = family.asked;
  const refused = whyNotDeletable(document, documentsOf(family));
  if (refused) return refused;
  const parent = family.members.get(document.parentId ?? '')?.document;
  const freed = freedEstimate(parent, document, facts.now);
  return { family: without(freed ? withDocuments(family, freed) : family, document.id) };
}
