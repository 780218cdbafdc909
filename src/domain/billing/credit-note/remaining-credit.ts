import type { CreditLeft } from '../../refusal.ts';
import { amountOf, keysOf } from '../../vat/breakdown.ts';
import { type BillingDocument, isCreditNote } from '../document/document.ts';
import { restToCredit } from '../document/totals/document-figures.ts';
import { isCreditable } from './amount-check.ts';

/**
 * What is left to credit of its parent where a credit note asks for other than it may: of every key that one of them has. Undefined
 * where it asks for no more, or where it has no parent.
 */
export function creditLeft(document: BillingDocument, parent: BillingDocument | undefined): CreditLeft | undefined {
  if (!parent || !isCreditNote(document)) return undefined;
  const asked = document.totals.breakdown;
  const left = restToCredit(parent);
  if (isCreditable(asked, left)) return undefined;
  const keys = [...new Set([...keysOf(left), ...keysOf(asked)])];
  return {
    currency: document.content.currency.code,
    keys: keys.map((key) => ({ key, amount: amountOf(left, key) })),
  };
}
