import { isRefusal, type Refused } from '../../refusal.ts';
import type { Claim } from '../document/document.ts';
import {
  askedFor,
  type DocumentGroup,
  type DraftContext,
  documentsOf,
  withChild,
  withDocuments,
} from '../document/group/document-group.ts';
import type { NextNumber } from '../document/group/finalize.ts';
import { finalizeInDocumentGroup } from '../document/group/finalize-in-group.ts';
import { canceled } from './cancel.ts';
import { creditNoteOf } from './new-credit-note.ts';

type CancelOptions = {
  /** The number of the credit note, and its context today. */
  readonly number: NextNumber;
  readonly around: DraftContext;
  readonly archive: boolean;
  /** Unix seconds. */
  readonly now: number;
  readonly newId: () => string;
};

/**
 * Cancels the group's invoice or advance with a credit note over the whole creditable remainder,
 * created and finalized in the same step. Its estimate can then have another final invoice.
 */
export function cancelInDocumentGroup<D extends Claim>(
  group: DocumentGroup<D>,
  { number, around, archive, now, newId }: CancelOptions,
):
  | { readonly group: DocumentGroup<D>; readonly creditNoteId: string }
  | Refused<'not_yet_finalized' | 'nothing_left_to_credit' | 'already_finalized' | 'not_finalizable'> {
  const { document: before } = group.asked;
  if (!before.sealed) return { refused: 'not_yet_finalized' };
  const draft = creditNoteOf(before, { id: newId(), now, newId, relatives: documentsOf(group) });
  if (isRefusal(draft)) return draft;
  const finalized = finalizeInDocumentGroup(withChild(group, draft, around), number);
  if (isRefusal(finalized)) return finalized;

  const credited = askedFor<D>(finalized, before.id);
  const parent = credited.members.get(before.parentId ?? '')?.document;
  const { claim, freed } = canceled({ before, credited: credited.asked.document, parent }, { now, archive });
  return { group: withDocuments(credited, claim, ...(freed ? [freed] : [])), creditNoteId: draft.id };
}
