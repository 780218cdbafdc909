import { toNumber } from '../../money/ten-thousandths.ts';
import type { RefusalCode, Refused } from '../../refusal.ts';
import { canceledAdvanceDesignation, originalQuantityNote } from '../document/designations.ts';
import {
  type Advance,
  type BillingDocument,
  type Claim,
  type CreditNote,
  type Invoice,
  isCreditNote,
  isInvoice,
  type Lined,
  type Said,
} from '../document/document.ts';
import { copiedContent } from '../document/duplicate.ts';
import {
  type DocumentGroup,
  type DraftContext,
  documentGroupFull,
  documentsOf,
  withChild,
} from '../document/group/document-group.ts';
import type { Line } from '../document/lines/line.ts';
import { freshDraft } from '../document/new-draft.ts';
import { entryOf, figuresOf, restToCredit } from '../document/totals/document-figures.ts';
import { creditableByLine } from './creditable-by-line.ts';
import { linesOfAdvance, linesToCredit } from './lines.ts';
import { creditName } from './pair-lines.ts';
import { isAnythingLeft } from './remaining-credit.ts';

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

/** `relatives` is the document group of the credited document. */
type CreditNoteOptions = { id: string; now: number; newId: () => string; relatives: Iterable<BillingDocument> };

/** Drafts the credit note over the creditable remainder of an invoice or an advance. */
export const creditNoteOf = (
  claim: Claim,
  options: CreditNoteOptions,
): CreditNote | Refused<'nothing_left_to_credit'> =>
  isInvoice(claim) ? creditNoteOfInvoice(claim, options) : creditNoteOfAdvance(claim, options);

/**
 * Drafts the credit note of a finalized advance. An advance has one credit note, drafts included;
 * an invoice may have several.
 */
function takeAdvanceBack(
  advance: Advance,
  options: CreditNoteOptions,
): CreditNote | Refused<'advance_not_finalized' | 'advance_already_has_credit_note' | 'nothing_left_to_credit'> {
  if (!advance.sealed) return { refused: 'advance_not_finalized' };
  const there = [...options.relatives].find(({ parentId }) => parentId === advance.id);
  if (there) return { refused: 'advance_already_has_credit_note', creditNoteId: there.id };
  return creditNoteOfAdvance(advance, options);
}

/**
 * Drafts the credit note over the creditable remainder of an invoice: the whole invoice if nothing
 * was deducted or credited, otherwise its lines reduced to their remainders
 * (docs/rules/credit-notes.md).
 */
function creditNoteOfInvoice(
  invoice: Invoice,
  options: CreditNoteOptions,
): CreditNote | Refused<'nothing_left_to_credit'> {
  const rest = restToCredit(invoice);
  if (!isAnythingLeft(rest)) return { refused: 'nothing_left_to_credit' };
  const { locale } = invoice.content;
  const noteOf = (line: Line): string => originalQuantityNote(locale, toNumber(line.quantity));
  const creditNotes = [...options.relatives].filter(isCreditNote).filter(({ parentId }) => parentId === invoice.id);
  const { lines, discount } = linesToCredit({ ...entryOf(invoice), breakdown: invoice.totals.breakdown }, rest, {
    noteOf,
    left: creditableByLine(invoice, creditNotes).map((line) => line.left),
  });
  return creditNote(invoice, options, {
    // Each line is named after the line it credits, so that the remainder can be computed per line.
    lines: lines.map((line) => ({ ...line, generatedId: creditName(line) })),
    ...(discount && { discount }),
    includeDiscountDisbursement: invoice.content.includeDiscountDisbursement,
  });
}

/** Drafts the credit note over an advance, or over its remainder: one line per VAT code. */
function creditNoteOfAdvance(
  advance: Advance,
  options: CreditNoteOptions,
): CreditNote | Refused<'nothing_left_to_credit'> {
  const rest = restToCredit(advance);
  if (!isAnythingLeft(rest)) return { refused: 'nothing_left_to_credit' };
  const { locale } = advance.content;
  const number = advance.sealed?.number ?? '';
  const lines = linesOfAdvance(rest, (key) => canceledAdvanceDesignation(locale, number, key));
  return creditNote(advance, options, { lines: lines as Line[], includeDiscountDisbursement: false });
}

/**
 * Takes customer, currency, rate, language, theme and legal terms from the parent's sale, with a
 * date of its own.
 */
function creditNote(parent: Claim, { id, now, newId }: CreditNoteOptions, lined: Lined): CreditNote {
  const { timeline } = parent.content;
  const said: Said = {
    ...copiedContent(parent.content, 'credit_note'),
    onlinePayment: false,
    timeline: {
      paymentDelay: timeline.paymentDelay,
      ...(timeline.customDueAt && { customDueAt: timeline.customDueAt }),
      ...(timeline.period && { period: timeline.period }),
    },
  };
  const lines = lined.lines.map((line) => ({ ...line, id: newId() }));
  const draft = freshDraft({
    kind: 'credit_note',
    id,
    test: parent.test,
    now,
    content: { ...said, ...lined, lines, references: [] },
    familyId: parent.familyId,
    parentId: parent.id,
    ...(parent.customerId && { customerId: parent.customerId }),
    ...(parent.projectId && { projectId: parent.projectId }),
    totals: parent.totals,
  });
  return { ...draft, totals: figuresOf(draft, parent) } as BillingDocument as CreditNote;
}
