import { type Cents, cents } from '../../../money/cents.ts';
import { taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import { type BillingDocument, type Claim, type CreditNote, isClaim } from '../document.ts';
import { deductedIn, remainingOn } from './document-figures.ts';

/**
 * The balance of an invoice or an advance, in tax-included cents of its currency. This is the only
 * computation of it: total − deducted − credited − paid + refunded = toPay − toRefund.
 * `document-filter.ts` computes the same in SQL.
 */
export type Settlement = {
  /** The sum of the advances it deducts. */
  readonly deducted: Cents;
  /** The sum of its finalized credit notes. */
  readonly credited: Cents;
  /** Payments minus their counter-entries. */
  readonly paid: Cents;
  /** Refunds of its credit notes, at most the overpaid amount. */
  readonly refunded: Cents;
  /** What is still to be paid, never negative. */
  readonly toPay: Cents;
  /** What is owed to the customer because of a credit note after the payment, never negative. */
  readonly toRefund: Cents;
};

/** Adds up the deductions, credits, payments and refunds of an invoice or an advance. */
export function settlementOf(claim: Claim): Settlement {
  const { toPay, overpaid } = remainingOn(claim);
  const refunded = Math.min(overpaid, claim.refundedCredit ?? 0);
  return {
    deducted: cents(taxIncluded(totalOf(deductedIn(claim)))),
    credited: cents(taxIncluded(totalOf(claim.life.credited))),
    paid: claim.life.paid,
    refunded: cents(refunded),
    toPay,
    toRefund: cents(overpaid - refunded),
  };
}

/**
 * What a credit note still owes to the customer: at most what its invoice or advance owes, so
 * nothing if that was not paid. A stand-alone credit note owes its total.
 */
export function toRefundOf(creditNote: CreditNote, parent: BillingDocument | undefined): Cents {
  if (!creditNote.sealed || creditNote.refundAt !== undefined) return cents(0);
  const total = taxIncluded(totalOf(creditNote.totals.breakdown));
  return parent && isClaim(parent) ? cents(Math.min(total, settlementOf(parent).toRefund)) : total;
}

/** Adds to an invoice or advance the refunds of its credit notes among `relatives`. */
export function withRefunds<D extends BillingDocument>(document: D, relatives: Iterable<BillingDocument>): D {
  if (!isClaim(document)) return document;
  let refunded = 0;
  for (const { parentId, refundAt, totals } of relatives)
    if (parentId === document.id && refundAt !== undefined) refunded += taxIncluded(totalOf(totals.breakdown));
  return { ...document, refundedCredit: cents(refunded) };
}
