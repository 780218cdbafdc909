import { isRefusal, type Refused } from '../../refusal.ts';
import { archived } from '../document/archive.ts';
import type { BillingDocument, Claim, Estimate } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';
import {
  askedFor,
  type DocumentGroup,
  type DraftContext,
  documentsOf,
  withChild,
  withDocuments,
} from '../document/group/document-group.ts';
import { finalizeInDocumentGroup, type NextNumber } from '../document/group/finalize.ts';
import { freedEstimate } from '../estimate/release-estimate.ts';
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

/**
 * The result of a cancellation: the invoice or advance, and its estimate if it can now have another
 * final invoice.
 */
type Canceled = { readonly claim: Claim; readonly freed?: Estimate };

/**
 * Cancels an invoice or an advance once the credit note of the whole remainder is finalized.
 * `before`: the claim before the credit note, `credited`: the claim after it, `parent`: its
 * estimate after it. The state is the one before: a partly paid invoice is not paid by its own
 * cancellation.
 */
export function canceled(
  { before, credited, parent }: { before: Claim; credited: Claim; parent: BillingDocument | undefined },
  { now, archive }: { now: number; archive: boolean },
): Canceled {
  const { paidAt: _, ...unpaid } = credited;
  const asBefore = (before.state === 'paid' ? credited : { ...unpaid, state: before.state }) as Claim;
  const claim = changed(archive ? archived(asBefore, now) : asBefore, { canceledAt: now } as Partial<Claim>, now);
  const freed = freedEstimate(parent, claim, now);
  return { claim, ...(freed && { freed }) };
}
