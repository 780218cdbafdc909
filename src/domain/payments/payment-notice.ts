import type { Claim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { Booked } from './book-online-payment.ts';
import { type PaymentSession, type ProviderRead, returnedToCustomer } from './payment-session.ts';

/**
 * Why the owner is notified of a payment, online or by Urssaf: no document could take it, or the
 * bank reversed it or had to return it.
 */
type WhyToTell = 'canceled' | 'paid' | 'more' | 'agency' | 'disputed' | 'won';

/**
 * The notification about an online payment or a transfer of Urssaf, in cents of its currency.
 */
export type PaymentNotice = { readonly why: WhyToTell; readonly amount: Cents };

/**
 * The notification of a payment when it is booked: the amount its document, as it stood `before`,
 * could not take (canceled, paid otherwise, or owing less), or a disputed amount. Refunds by the
 * owner need no notification.
 */
export function paymentNotice(
  before: Claim,
  session: Pick<PaymentSession, 'unapplied' | 'refunded' | 'restored'>,
  read: ProviderRead,
  { unapplied }: Pick<Booked, 'unapplied'>,
): PaymentNotice | undefined {
  const back = returnedToCustomer(read) - returnedToCustomer(session);
  if (back < 0) return { why: 'won', amount: cents(-back) };
  if (read.isDisputed && back > 0) return { why: 'disputed', amount: cents(back) };
  const apart = unapplied - session.unapplied;
  if (apart <= 0) return undefined;
  const isOwed = remainingOn(before).toPay > 0;
  return { why: before.canceledAt !== undefined ? 'canceled' : isOwed ? 'more' : 'paid', amount: cents(apart) };
}
