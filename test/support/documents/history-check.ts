import { isAnythingLeft } from '../../../src/domain/billing/credit-note/remaining-credit.ts';
import {
  type BillingDocument,
  isAdvance,
  isCreditNote,
  isEstimate,
  isFinalized,
  isInvoice,
} from '../../../src/domain/billing/document/document.ts';
import { deductedIn, restToCredit } from '../../../src/domain/billing/document/totals/document-figures.ts';
import { type Breakdown, isSame, plus } from '../../../src/domain/vat/breakdown.ts';
import { billedOf } from './invoiced-of-estimate.ts';

/** A stored running figure that disagrees with the related documents. */
export type LifeProblem = 'credited' | 'billed' | 'credit_notes' | 'final_invoice';

/**
 * Recomputes a document’s running figures from its related documents and returns the differences;
 * undefined if none. The figures exist for speed, and this proves they are right.
 */
export function historyProblem(
  document: BillingDocument,
  relatives: readonly BillingDocument[],
): LifeProblem | undefined {
  const { life } = document;
  const children = relatives.filter(({ parentId }) => parentId === document.id);
  const creditNotes = children.filter(isCreditNote).filter(isFinalized);
  if (!isSame(life.credited, sumOf(creditNotes))) return 'credited';
  if (creditNotes.length !== life.creditNotes.length) return 'credit_notes';
  if (!isEstimate(document)) return undefined;

  const bills = children.filter(isFinalized);
  const figuresOf = (bill: BillingDocument) => ({
    breakdown: bill.totals.breakdown,
    deducted: deductedIn(bill),
    credited: sumOf(relatives.filter((note) => note.parentId === bill.id && isFinalized(note))),
  });
  const advances = bills.filter(isAdvance).map(figuresOf);
  const finalInvoices = bills.filter(isInvoice).map(figuresOf);
  if (!isSame(life.billed, billedOf({ advances, finalInvoices }))) return 'billed';
  // One without remainder need not be the standing final invoice.
  const known = children.filter(isInvoice).filter(({ canceledAt }) => canceledAt === undefined);
  const isNamed = ({ id }: BillingDocument): boolean => id === life.finalInvoice?.id;
  const others = known.filter((invoice) => !isNamed(invoice));
  const isForgotten = others.some((other) => !isFinalized(other) || isAnythingLeft(restToCredit(other)));
  return isForgotten || (life.finalInvoice && !known.some(isNamed)) ? 'final_invoice' : undefined;
}

const sumOf = (documents: readonly BillingDocument[]): Breakdown =>
  documents.reduce<Breakdown>((all, { totals }) => plus(all, totals.breakdown), {});
