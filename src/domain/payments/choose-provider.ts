import type { AccountSettings } from '../account/settings.ts';
import type { BillingDocument, Claim } from '../billing/document/document.ts';
import type { PaymentProvider } from './payment-session.ts';

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
