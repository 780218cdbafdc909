import { type Cents, cents } from '../../../money/cents.ts';
import { taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import { type BillingDocument, type Claim, type CreditNote, isClaim } from '../document.ts';
import { deductedIn, remainingOn } from './document-figures.ts';

/**
 * The balance of an invoice or an advance, in cents of its currency, tax included. It is computed here alone, and says:
 * total − deducted − credited − paid + refunded = toPay − toRefund. `document-filter.ts` says the same in SQL.
 */
export type Settlement = {
  /** What its advances took off it. */
  readonly deducted: Cents;
  /** What its finalized credit notes took back. */
  readonly credited: Cents;
  /** Payments less their counter-entries. */
  readonly paid: Cents;
  /** What refunds of its credit notes gave back: never more than was overpaid. */
  readonly refunded: Cents;
  /** What is still to be paid: never below zero. */
  readonly toPay: Cents;
  /** What is owed to the customer, as a credit note came after the payment: never below zero. */
  readonly toRefund: Cents;
};

/** Adds up what was deducted, credited, paid and refunded of an invoice or an advance. */
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
 * What a credit note still owes to the customer: at most what its invoice or advance does, so nothing where that was not
 * paid; its total where it credits no document of this account.
 */
export function toRefundOf(creditNote: CreditNote, parent: BillingDocument | undefined): Cents {
  if (!creditNote.sealed || creditNote.refundAt !== undefined) return cents(0);
  const total = taxIncluded(totalOf(creditNote.totals.breakdown));
  return parent && isClaim(parent) ? cents(Math.min(total, settlementOf(parent).toRefund)) : total;
}

/** An invoice or an advance with what its credit notes among `relatives` gave back, as those stand now. */
export function withRefunds<D extends BillingDocument>(document: D, relatives: Iterable<BillingDocument>): D {
  if (!isClaim(document)) return document;
  let refunded = 0;
  for (const { parentId, refundAt, totals } of relatives)
    if (parentId === document.id && refundAt !== undefined) refunded += taxIncluded(totalOf(totals.breakdown));
  return { ...document, refundedCredit: cents(refunded) };
}
