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

type Given = { readonly now: number; readonly newId: () => string };
type No = 'nothing_left_to_credit' | 'family_full';

/** Adds the draft of a credit note over what is left to credit on the invoice that a document group is about. */
export const draftCreditNote = (
  group: DocumentGroup<Invoice>,
  around: DraftContext,
  { now, newId }: Given,
): DocumentGroup<CreditNote> | Refused<No> =>
  added(
    group,
    around,
    creditNoteOfInvoice(group.asked.document, { id: newId(), now, newId, relatives: documentsOf(group) }),
  );

/** The same over an advance: it is taken back whole, and once. */
export const draftCreditNoteOfAdvance = (
  group: DocumentGroup<Advance>,
  around: DraftContext,
  { now, newId }: Given,
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
