import type { BankInformation } from '../account/settings.ts';
import { type BillingDocument, type Finalized, isClaim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import type { Cents } from '../money/cents.ts';

/** What a customer transfers, where to, and what his bank tells the receiver by. */
export type Transfer = { readonly bank: BankInformation; readonly amount: Cents; readonly reference: string };

/** How what is left of a bill is transferred; undefined of a test, of one that is settled, and where its owner takes no transfers. */
export function transferOf(document: Finalized<BillingDocument>): Transfer | undefined {
  const { bank, legals } = document.content;
  if (!isClaim(document) || document.test || !bank || !legals.paymentMethods.includes('transfer')) return undefined;
  const { toPay } = remainingOn(document);
  return toPay === 0 ? undefined : { bank, amount: toPay, reference: document.sealed.number };
}
