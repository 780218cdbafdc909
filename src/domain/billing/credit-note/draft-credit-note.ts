import type { RefusalCode, Refused } from '../../refusal.ts';
import type { Advance, CreditNote, Invoice } from '../document/document.ts';
import {
  type DocumentGroup,
  type DraftContext,
  documentGroupFull,
  documentsOf,
  withChild,
} from '../document/group/document-group.ts';
import { creditNoteOfInvoice, takeAdvanceBack } from './new-credit-note.ts';

type DraftOptions = { readonly now: number; readonly newId: () => string };
type No = 'nothing_left_to_credit' | 'family_full';

/** Adds a draft credit note over the creditable remainder of the group's invoice. */
export const draftCreditNote = (
  group: DocumentGroup<Invoice>,
  around: DraftContext,
  { now, newId }: DraftOptions,
): DocumentGroup<CreditNote> | Refused<No> =>
  added(
    group,
    around,
    creditNoteOfInvoice(group.asked.document, { id: newId(), now, newId, relatives: documentsOf(group) }),
  );

/**
 * Adds a draft credit note over the group's advance: an advance is credited whole, and only once.
 */
export const draftCreditNoteOfAdvance = (
  group: DocumentGroup<Advance>,
  around: DraftContext,
  { now, newId }: DraftOptions,
): DocumentGroup<CreditNote> | Refused<No | 'advance_not_finalized' | 'advance_already_has_credit_note'> =>
  added(
    group,
    around,
    takeAdvanceBack(group.asked.document, { id: newId(), now, newId, relatives: documentsOf(group) }),
  );

function added<R extends RefusalCode>(
  group: DocumentGroup,
  around: DraftContext,
  draft: CreditNote | Refused<R>,
): DocumentGroup<CreditNote> | Refused<R> | Refused<'family_full'> {
  if ('refused' in draft) return draft;
  return documentGroupFull(group) ?? withChild(group, draft, around);
}
