import type { Claim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/figures.ts';
import type { Refused } from '../refusal.ts';

type No = 'not_payable_when_canceled' | 'nothing_due' | 'online_payment_without_account';

/** Why the customer cannot pay a document online. No provider of payment can be connected to an account, so he never can. */
export function whyNotPayableOnline(document: Claim): Refused<No> {
  if (document.canceledAt !== undefined) return { refused: 'not_payable_when_canceled' };
  if (document.sealed && remainingOn(document).toPay === 0) return { refused: 'nothing_due' };
  return { refused: 'online_payment_without_account' };
}
