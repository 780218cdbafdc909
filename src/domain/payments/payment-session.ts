import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { CurrencyCode } from '../money/currency.ts';

/** Who takes the card. The stand-in is a page of this service: it takes none, and only tests are paid there. */
export type PaymentProvider = 'stripe' | 'mollie' | 'stand_in';

/** How what came by each is called among payments. */
export const methodOf: Readonly<Record<PaymentProvider, PaymentMethod>> = {
  stripe: 'stripe',
  mollie: 'credit_card',
  stand_in: 'credit_card',
};

/** How far a customer has come who was sent to pay. A bank may take days over what is `pending`. */
type SessionState = 'opening' | 'open' | 'pending' | 'paid' | 'failed' | 'expired' | 'refunded';

/** A customer's way to a provider's page and back. Times are Unix seconds. */
export type PaymentSession = {
  readonly id: string;
  readonly test: boolean;
  readonly documentId: string;
  /** The link he came by: he comes back to it. */
  readonly linkId: string;
  readonly provider: PaymentProvider;
  /** What the provider calls it; absent until it has answered. */
  readonly providerId?: string;
  /** What the provider calls the payment itself, where that is another. */
  readonly reference?: string;
  /** The provider's page. */
  readonly url?: string;
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly state: SessionState;
  /** What came, what of it went back, what of that came again as a dispute was won, and what of it no document could take. */
  readonly received: Cents;
  readonly refunded: Cents;
  readonly restored: Cents;
  readonly unapplied: Cents;
  /** What the owner said he gives back at the provider, until that says so too; and what he gave back otherwise. */
  readonly awaited: Cents;
  readonly returned: Cents;
  /** What the provider kept, where it says so. */
  readonly fee?: Cents;
  /** The payment that stands for it. */
  readonly paymentId?: string;
  /** What was chosen on the page of the stand-in. */
  readonly tried?: 'paid' | 'pending' | 'failed';
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly paidAt?: number;
  /** When somebody last said that it is worth a look. */
  readonly wokenAt?: number;
};

/** What a provider answers of a session: the truth, whatever its messages said. */
export type ProviderRead = {
  readonly state: Exclude<SessionState, 'opening'>;
  /** What came in all; 0 until it has. */
  readonly received: Cents;
  /** What ever went back, whatever came again. */
  readonly refunded: Cents;
  /** What of it came again, as a dispute was won. */
  readonly restored?: Cents;
  readonly fee?: Cents;
  readonly reference?: string;
  readonly paidAt?: number;
  /** What is away is away because the customer's bank took it back. */
  readonly isDisputed?: boolean;
};

/** Whether an answer of a provider tells of less than is known: it was given before. */
export const isOlder = (read: ProviderRead, { refunded, restored }: PaymentSession): boolean =>
  read.refunded < refunded || (read.restored ?? 0) < restored;

/** Cents that are back with the customer. */
export const returnedToCustomer = ({ refunded, restored = 0 }: { refunded: number; restored?: number }): Cents =>
  cents(refunded - restored);

/** Seconds a customer has to pay before he must ask anew: Stripe allows 30 minutes to 24 hours. */
export const SESSION_SECONDS = 3_600;
/** Seconds before its end from which a session is no longer given to somebody who wants to pay. */
const TOO_LATE_SECONDS = 300;

/** Whether somebody who wants to pay this much is sent on with a session there is, rather than by another. */
export const isStillGood = ({ state, amount, expiresAt }: PaymentSession, due: Cents, now: number): boolean =>
  (state === 'opening' || state === 'open') && amount === due && now < expiresAt - TOO_LATE_SECONDS;

/** Whether its outcome is still to come, as the customer understands it. */
export const isUnderWay = ({ state }: PaymentSession): boolean => state === 'open' || state === 'pending';

const MINUTE = 60;
const DAY = 86_400;
/** Seconds after a payment during which a bank may take it back: cards 120 days, direct debits without a mandate 13 months. */
const WATCHED_SECONDS = 400 * DAY;

/**
 * When a session is looked at again, as no message may be counted on: every 10 s for 3 minutes, every minute until it ends, every
 * hour what a bank takes its time for, once a day what was paid, or was not heard of; undefined once nothing can come of it any more.
 */
export function nextLookAt({ state, openedAt, expiresAt, paidAt }: PaymentSession, now: number): number | undefined {
  if (state === 'failed' || state === 'expired') return undefined;
  if (state === 'paid' || state === 'refunded')
    return now < (paidAt ?? openedAt) + WATCHED_SECONDS ? now + DAY : undefined;
  if (state === 'pending') return now + (now < openedAt + 10 * MINUTE ? MINUTE : 60 * MINUTE);
  if (now < openedAt + 3 * MINUTE) return now + 10;
  if (now < expiresAt + DAY) return now + MINUTE;
  // Nobody was ever sent to what was not opened. What was open when it was last asked may have been paid since: only its provider knows.
  return state === 'open' && now < openedAt + WATCHED_SECONDS ? now + DAY : undefined;
}
