import type { CreditLeft } from '../../refusal.ts';
import {
  amountOf,
  type Breakdown,
  isNothing,
  isWithin,
  keysOf,
  minus,
  taxIncluded,
  totalOf,
} from '../../vat/breakdown.ts';
import { type BillingDocument, isCreditNote } from '../document/document.ts';
import { restToCredit } from '../document/totals/document-figures.ts';

/**
 * The creditable remainder of the parent, for every key of either document, if a credit note
 * exceeds it. Undefined if the credit note is within it, or has no parent.
 */
export function creditLeft(document: BillingDocument, parent: BillingDocument | undefined): CreditLeft | undefined {
  if (!parent || !isCreditNote(document)) return undefined;
  const requested = document.totals.breakdown;
  const left = restToCredit(parent);
  if (isCreditable(requested, left)) return undefined;
  const keys = [...new Set([...keysOf(left), ...keysOf(requested)])];
  return {
    currency: document.content.currency.code,
    keys: keys.map((key) => ({ key, amount: amountOf(left, key) })),
  };
}

/**
 * Whether a credit note of `part` may be taken from `rest`, the creditable remainder. It must be
 * more than zero, stay within the remainder of every key (net and VAT), and leave either nothing or
 * something creditable: crediting only the sales of an invoice that also has returns must not leave
 * a negative invoice.
 */
export function isCreditable(part: Breakdown, rest: Breakdown): boolean {
  const left = minus(rest, part);
  return isAnythingLeft(part) && isWithin(part, rest) && (isNothing(left) || isAnythingLeft(left));
}

/** Whether another credit note is possible: `rest` is more than zero, tax included. */
export const isAnythingLeft = (rest: Breakdown): boolean => taxIncluded(totalOf(rest)) > 0;
