import type { Claim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { Booked } from './book-online-payment.ts';
import { type PaymentSession, type ProviderRead, returnedToCustomer } from './payment-session.ts';

/** Why money of a customer wants the owner: no document could take it, also of the agency; his bank took it back, or had to give it again. */
type WhyToTell = 'canceled' | 'paid' | 'more' | 'agency' | 'disputed' | 'won';

/** What the owner is told of a payment that came online, or of the agency, in cents of its currency. */
export type PaymentNotice = { readonly why: WhyToTell; readonly amount: Cents };

/**
 * What of a payment the owner must hear of, at the moment it is booked: what its document could not take, as it stood `before`
 * (canceled, paid otherwise, or owing less), and what was disputed. What he gave back himself he knows.
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
