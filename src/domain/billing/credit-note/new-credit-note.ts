import { toNumber } from '../../money/ten-thousandths.ts';
import type { Refused } from '../../refusal.ts';
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
import type { Line } from '../document/lines/line.ts';
import { freshDraft } from '../document/new-draft.ts';
import { entryOf, figuresOf, restToCredit } from '../document/totals/document-figures.ts';
import { isAnythingLeft } from './amount-check.ts';
import { creditableByLine } from './creditable-by-line.ts';
import { linesToCredit } from './lines.ts';
import { linesOfAdvance } from './lines-of-advance.ts';
import { creditName } from './pair-lines.ts';

/** `relatives` is the document group of what is credited. */
type Given = { id: string; now: number; newId: () => string; relatives: Iterable<BillingDocument> };

/** Drafts the credit note of all that is left to credit on an invoice or an advance. */
export const creditNoteOf = (claim: Claim, given: Given): CreditNote | Refused<'nothing_left_to_credit'> =>
  isInvoice(claim) ? creditNoteOfInvoice(claim, given) : creditNoteOfAdvance(claim, given);

/** Drafts the credit note that takes a finalized advance back. An advance has one credit note, draft or not: an invoice may have several. */
export function takeAdvanceBack(
  advance: Advance,
  given: Given,
): CreditNote | Refused<'advance_not_finalized' | 'advance_already_has_credit_note' | 'nothing_left_to_credit'> {
  if (!advance.sealed) return { refused: 'advance_not_finalized' };
  const there = [...given.relatives].find(({ parentId }) => parentId === advance.id);
  if (there) return { refused: 'advance_already_has_credit_note', creditNoteId: there.id };
  return creditNoteOfAdvance(advance, given);
}

/**
 * Drafts the credit note of what is left to credit on an invoice: the invoice whole where nothing was deducted or
 * credited before, else its lines reduced to what is left of them (docs/rules/credit-notes.md).
 */
export function creditNoteOfInvoice(invoice: Invoice, given: Given): CreditNote | Refused<'nothing_left_to_credit'> {
  const rest = restToCredit(invoice);
  if (!isAnythingLeft(rest)) return { refused: 'nothing_left_to_credit' };
  const { locale } = invoice.content;
  const noteOf = (line: Line): string => originalQuantityNote(locale, toNumber(line.quantity));
  const creditNotes = [...given.relatives].filter(isCreditNote).filter(({ parentId }) => parentId === invoice.id);
  const { lines, discount } = linesToCredit({ ...entryOf(invoice), breakdown: invoice.totals.breakdown }, rest, {
    noteOf,
    left: creditableByLine(invoice, creditNotes).map((line) => line.left),
  });
  return creditNote(invoice, given, {
    // Named for what they credit, so that what is left can be told line by line.
    lines: lines.map((line) => ({ ...line, generatedId: creditName(line) })),
    ...(discount && { discount }),
    includeDiscountDisbursement: invoice.content.includeDiscountDisbursement,
  });
}

/** Drafts the credit note that takes back an advance, or what is left of it: one line per VAT code. */
function creditNoteOfAdvance(advance: Advance, given: Given): CreditNote | Refused<'nothing_left_to_credit'> {
  const rest = restToCredit(advance);
  if (!isAnythingLeft(rest)) return { refused: 'nothing_left_to_credit' };
  const { locale } = advance.content;
  const number = advance.sealed?.number ?? '';
  const lines = linesOfAdvance(rest, (key) => canceledAdvanceDesignation(locale, number, key));
  return creditNote(advance, given, { lines: lines as Line[], includeDiscountDisbursement: false });
}

/**
 * It speaks of its parent's sale: the same customer, currency and rate, language, look and legals, on a date of its own. What the
 * parent said to its reader (notes, terms of sale) was said of a sale that is taken back, and is not said again.
 */
function creditNote(parent: Claim, { id, now, newId }: Given, lined: Lined): CreditNote {
  const { locale, currency, display, displayDeliveryAddress, deliveryAddress, bank, timeline, orderNumber, themeId } =
    parent.content;
  const { headerNote: _, footerNote: __, generalTerms: ___, ...legals } = parent.content.legals;
  const said: Said = {
    locale,
    currency,
    legals,
    display,
    displayDeliveryAddress,
    onlinePayment: false,
    timeline: {
      paymentDelay: timeline.paymentDelay,
      ...(timeline.customDueAt && { customDueAt: timeline.customDueAt }),
    },
    ...(deliveryAddress && { deliveryAddress }),
    ...(bank && { bank }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(themeId !== undefined && { themeId }),
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
