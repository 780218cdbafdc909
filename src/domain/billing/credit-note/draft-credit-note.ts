import type { RefusalCode, Refused } from '../../refusal.ts';
import type { Advance, CreditNote, Invoice } from '../document/document.ts';
import {
  type DraftContext,
  type DocumentGroup,
  documentGroupFull,
  documentsOf,
  withChild,
} from '../document/group/document-group.ts';
import { creditNoteOfInvoice, takeAdvanceBack } from './new-credit-note.ts';

type Given = { readonly now: number; readonly newId: () => string };
type No = 'nothing_left_to_credit' | 'family_full';

/** Adds the draft of a credit note over what is left to credit on the invoice that a family is about. */
export const draftCreditNote = (
  family: DocumentGroup<Invoice>,
  around: DraftContext,
  { now, newId }: Given,
): DocumentGroup<CreditNote> | Refused<No> =>
  added(
    family,
    around,
    creditNoteOfInvoice(family.asked.document, { id: newId(), now, newId, relatives: documentsOf(family) }),
  );

/** The same over an advance: it is taken back whole, and once. */
export const draftCreditNoteOfAdvance = (
  family: DocumentGroup<Advance>,
  around: DraftContext,
  { now, newId }: Given,
): DocumentGroup<CreditNote> | Refused<No | 'advance_not_finalized' | 'advance_already_has_credit_note'> =>
  added(
    family,
    around,
    takeAdvanceBack(family.asked.document, { id: newId(), now, newId, relatives: documentsOf(family) }),
  );

function added<R extends RefusalCode>(
  family: DocumentGroup,
  around: DraftContext,
  draft: CreditNote | Refused<R>,
): DocumentGroup<CreditNote> | Refused<R> | Refused<'family_full'> {
  if ('refused' in draft) return draft;
  return documentGroupFull(family) ?? withChild(family, draft, around);
}
