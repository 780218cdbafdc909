import type { BankInformation } from '../account/settings.ts';
import { type BillingDocument, type Finalized, isClaim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import type { Cents } from '../money/cents.ts';

/** A transfer by the customer: the bank account, the amount, and the reference. */
export type Transfer = { readonly bank: BankInformation; readonly amount: Cents; readonly reference: string };

/**
 * The transfer for what is left of a bill; undefined for a test or settled document, and if the
 * owner accepts no transfers.
 */
export function transferOf(document: Finalized<BillingDocument>): Transfer | undefined {
  const { bank, legals } = document.content;
  if (!isClaim(document) || document.test || !bank || !legals.paymentMethods.includes('transfer')) return undefined;
  const { toPay } = remainingOn(document);
  return toPay === 0 ? undefined : { bank, amount: toPay, reference: document.sealed.number };
}
