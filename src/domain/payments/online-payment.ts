import type { AccountSettings } from '../account/settings.ts';
import type { BillingDocument, Claim } from '../billing/document/document.ts';
import { changed } from '../billing/document/group/after-finalizing.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import type { Cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import { isWithAgency } from './agency/request-progress.ts';
import type { PaymentProvider, PaymentSession } from './payment-session.ts';

type No = 'not_payable_when_canceled' | 'nothing_due' | 'online_payment_without_account';

/** Why a document cannot be paid online; undefined if it can. */
export function whyNotPayableOnline(document: Claim, settings: AccountSettings): Refused<No> | undefined {
  if (document.canceledAt !== undefined) return { refused: 'not_payable_when_canceled' };
  if (document.sealed && remainingOn(document).toPay === 0) return { refused: 'nothing_due' };
  return providerFor(document, settings) ? undefined : { refused: 'online_payment_without_account' };
}

/**
 * The amount the customer can pay online today, in cents; undefined if not possible or nothing is
 * due.
 */
export function payableOnline(document: Claim, settings: AccountSettings): Cents | undefined {
  if (!document.sealed || !isPaidOnline(document) || whyNotPayableOnline(document, settings)) return undefined;
  // Urssaf collects the money, so the customer must not be asked twice.
  if (isWithAgency(document)) return undefined;
  return remainingOn(document).toPay;
}

/**
 * Enables or disables online payment: in the `content` of a draft, or in the `life` of a finalized
 * document. Open payment pages stay valid.
 */
export function paidOnline<D extends Claim>(document: D, isOn: boolean, now: number): D {
  if (isPaidOnline(document) === isOn) return document;
  if (document.sealed) return changed(document, { life: { ...document.life, paidOnline: isOn } } as Partial<D>, now);
  return changed(document, { content: { ...document.content, onlinePayment: isOn } } as Partial<D>, now);
}

/** Whether the amount of a payment page is still owed; otherwise the page is closed. */
export const isStillOwed = (document: Claim | undefined, { amount }: Pick<PaymentSession, 'amount'>): boolean =>
  document !== undefined &&
  document.canceledAt === undefined &&
  !isWithAgency(document) &&
  remainingOn(document).toPay >= amount;

/**
 * The provider for online payments of a document: the test provider for test documents, the
 * account's own for live ones, if any.
 */
export const providerFor = (
  { test }: Pick<BillingDocument, 'test'>,
  { onlinePayment }: Pick<AccountSettings, 'onlinePayment'>,
): PaymentProvider | undefined => (test ? 'stand_in' : onlinePayment?.provider);

/**
 * Whether the owner offers online payment of a document: set on the draft, or later on the
 * finalized document.
 */
export const isPaidOnline = ({ content, life }: Pick<Claim, 'content' | 'life'>): boolean =>
  life.paidOnline ?? content.onlinePayment;
