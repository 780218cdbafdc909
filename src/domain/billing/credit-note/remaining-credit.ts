import type { CreditLeft } from '../../refusal.ts';
import { amountOf, keysOf } from '../../vat/breakdown.ts';
import { type BillingDocument, isCreditNote } from '../document/document.ts';
import { restToCredit } from '../document/totals/document-figures.ts';
import { isCreditable } from './amount-check.ts';

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
