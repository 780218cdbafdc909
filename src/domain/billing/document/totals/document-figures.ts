import { type Cents, cents } from '../../../money/cents.ts';
import { stepOf } from '../../../money/currency.ts';
import { isRefusal, type Refused } from '../../../refusal.ts';
import { type Breakdown, minus, plus, taxIncluded, totalOf, withoutDisbursement } from '../../../vat/breakdown.ts';
import { advanceBase, shareOfAdvance } from '../../advance/advance-amount.ts';
import { cappedDiscount, type LinedEntry, remainingDiscount } from '../../credit-note/remaining-discount.ts';
import { creditTotals } from '../../credit-note/totals.ts';
import { leftToCredit, type Remaining, remainingOf, type Settled } from '../../invoice/remaining-amounts.ts';
import {
  type Advance,
  type BillingDocument,
  type Estimate,
  isAdvance,
  isCreditNote,
  isInvoice,
  type LinedDocument,
} from '../document.ts';
import { type Totals, totalsOf } from './totals.ts';

/**
 * The current figures of a document. Those of a credit note or an advance depend on what is left of
 * the parent, so a draft is recomputed whenever that changes, and for the last time when it is
 * finalized.
 */
export function figuresOf(document: BillingDocument, parent: BillingDocument | undefined): Totals {
  if (isAdvance(document)) return figuresOfAdvance(document, parent as Estimate);
  if (isCreditNote(document) && parent) {
    const entry = entryOf(document);
    const rest = restToCredit(parent);
    const kept = isInvoice(parent) ? remainingDiscount(entry, entryOf(parent)) : undefined;
    return creditTotals(entry, rest, kept && cappedDiscount(kept, entry, rest));
  }
  return totalsOf(entryOf(document));
}

/** The entered amounts of a document with lines. */
export const entryOf = ({ content }: Pick<LinedDocument, 'content'>): LinedEntry => ({
  lines: content.lines,
  discount: content.discount,
  includeDiscountDisbursement: content.includeDiscountDisbursement,
  step: stepOf(content.currency.code),
});

/** The sum of the advances a final invoice deducts, per key; empty on other documents. */
export const deductedIn = (document: BillingDocument): Breakdown =>
  isInvoice(document)
    ? document.content.deductions.reduce<Breakdown>((all, deduction) => plus(all, deduction.breakdown), {})
    : {};

/** What can still be credited of an invoice or an advance, per key (docs/rules/credit-notes.md). */
export const restToCredit = (parent: BillingDocument): Breakdown => leftToCredit(settledOf(parent));

/** What remains of an invoice or an advance, to credit and to pay. */
export const remainingOn = (document: BillingDocument): Remaining => remainingOf(settledOf(document));

const settledOf = (document: BillingDocument): Settled => ({
  breakdown: document.totals.breakdown,
  deducted: deductedIn(document),
  credited: document.life.credited,
  paid: document.life.paid,
});

/** What is left to bill of an estimate, per key. */
export const restToBill = (estimate: Estimate): Breakdown => minus(estimate.totals.breakdown, estimate.life.billed);

/**
 * What is still to be billed of an offer, in tax-included cents: zero once its final invoice is
 * finalized, whatever its amount and credit notes. `document-filter.ts` computes the same for
 * signed offers in SQL.
 */
export function leftToBill(offer: Estimate): Cents {
  if (offer.life.finalInvoice?.number !== undefined) return cents(0);
  return cents(Math.max(taxIncluded(totalOf(restToBill(offer))), 0));
}

/** The share an advance takes of what is left of its base; refused if the request exceeds it. */
export function requestedShare(
  advance: Pick<Advance, 'content'>,
  estimate: Estimate,
): Breakdown | Refused<'advance_exceeds_remaining'> {
  const { amount, includeDisbursement } = advance.content;
  const most = mostToAdvance(estimate, includeDisbursement);
  if (amount > most) return { refused: 'advance_exceeds_remaining', remaining: most };
  return shareOfAdvance(
    amount,
    advanceBase(restToBill(estimate), includeDisbursement),
    stepOf(estimate.content.currency.code),
  );
}

/**
 * The maximum an advance may still request, in tax-included cents: what is left of its base, and at
 * most what is left of the whole estimate, whose disbursements may be negative.
 */
export function mostToAdvance(estimate: Estimate, includeDisbursement: boolean): Cents {
  const rest = restToBill(estimate);
  const base = taxIncluded(totalOf(advanceBase(rest, includeDisbursement)));
  return cents(Math.max(Math.min(base, taxIncluded(totalOf(rest))), 0));
}

/**
 * An advance has one amount per key and no lines. If it requests too much, it has the amount that
 * is left, and fails the requirement `hasValidAmount`.
 */
function figuresOfAdvance(advance: Advance, estimate: Estimate): Totals {
  const share = requestedShare(advance, estimate);
  const breakdown = isRefusal(share) ? advanceBase(restToBill(estimate), advance.content.includeDisbursement) : share;
  return totalsOfBreakdown(breakdown);
}

/** The totals of a document with one amount per key and no lines. */
const totalsOfBreakdown = (breakdown: Breakdown): Totals => ({
  lines: [],
  netBeforeDiscount: totalOf(breakdown).net,
  discount: cents(0),
  breakdown,
  netBeforeDiscountWithoutDisbursement: totalOf(withoutDisbursement(breakdown)).net,
});
