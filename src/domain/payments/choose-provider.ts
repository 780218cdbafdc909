import type { AccountSettings } from '../account/settings.ts';
import type { BillingDocument, Claim } from '../billing/document/document.ts';
import type { PaymentProvider } from './payment-session.ts';

/** Where customers pay a document online: tests at the stand-in, live ones at what the account has connected, if anything. */
export const providerFor = (
  { test }: Pick<BillingDocument, 'test'>,
  { onlinePayment }: Pick<AccountSettings, 'onlinePayment'>,
): PaymentProvider | undefined => (test ? 'stand_in' : onlinePayment?.provider);

/** Whether the owner wants a document paid online: said on the draft, and of the finalized document since. */
export const isPaidOnline = ({ content, life }: Pick<Claim, 'content' | 'life'>): boolean =>
  life.paidOnline ?? content.onlinePayment;
