import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { CurrencyCode } from '../money/currency.ts';

/**
 * The payment provider. `stand_in` is the test provider, a page of this service for test payments
 * only.
 */
export type PaymentProvider = 'stripe' | 'mollie' | 'stand_in';

/** The payment method of each provider. */
export const methodOf: Readonly<Record<PaymentProvider, PaymentMethod>> = {
  stripe: 'stripe',
  mollie: 'credit_card',
  stand_in: 'credit_card',
};

/** The state of a payment session. A bank may take days to settle a `pending` one. */
type SessionState = 'opening' | 'open' | 'pending' | 'paid' | 'failed' | 'expired' | 'refunded';

/** A customer's visit to a provider's payment page. Times are Unix seconds. */
export type PaymentSession = {
  readonly id: string;
  readonly test: boolean;
  readonly documentId: string;
  /** The customer link it started from, and returns to. */
  readonly linkId: string;
  readonly provider: PaymentProvider;
  /** The provider's id; absent until it has answered. */
  readonly providerId?: string;
  /** The provider's id of the payment itself, if different. */
  readonly reference?: string;
  /** The URL of the provider's page. */
  readonly url?: string;
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly state: SessionState;
  /** Amounts received, returned, received again after a won dispute, and unapplied. */
  readonly received: Cents;
  readonly refunded: Cents;
  readonly restored: Cents;
  readonly unapplied: Cents;
  /**
   * The refund announced by the owner and not confirmed by the provider yet; and refunds made
   * otherwise.
   */
  readonly awaited: Cents;
  readonly returned: Cents;
  /** The provider's fee, if known. */
  readonly fee?: Cents;
  /** The payment recorded for this session. */
  readonly paymentId?: string;
  /** The choice on the test provider's page. */
  readonly tried?: 'paid' | 'pending' | 'failed';
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly paidAt?: number;
  /** When a notification last requested a check. */
  readonly wokenAt?: number;
};

/** A provider's answer about a session, authoritative over its webhook messages. */
export type ProviderRead = {
  readonly state: Exclude<SessionState, 'opening'>;
  /** The total received; 0 until paid. */
  readonly received: Cents;
  /** The total ever returned, even if it was received again. */
  readonly refunded: Cents;
  /** The part received again after a won dispute. */
  readonly restored?: Cents;
  readonly fee?: Cents;
  readonly reference?: string;
  readonly paidAt?: number;
  /** The returned money was reclaimed by the customer's bank. */
  readonly isDisputed?: boolean;
};

/** Whether a provider's answer is older than the known state: its amounts are lower. */
export const isOlder = (read: ProviderRead, { refunded, restored }: PaymentSession): boolean =>
  read.refunded < refunded || (read.restored ?? 0) < restored;

/** The amount currently returned to the customer, in cents. */
export const returnedToCustomer = ({ refunded, restored = 0 }: { refunded: number; restored?: number }): Cents =>
  cents(refunded - restored);

/** Seconds a payment page is valid: Stripe allows 30 minutes to 24 hours. */
export const SESSION_SECONDS = 3_600;
/** Seconds before its end from which a session is no longer reused. */
const TOO_LATE_SECONDS = 300;

/** Whether an existing session can be reused for this amount. */
export const isStillGood = ({ state, amount, expiresAt }: PaymentSession, due: Cents, now: number): boolean =>
  (state === 'opening' || state === 'open') && amount === due && now < expiresAt - TOO_LATE_SECONDS;

/** Whether the outcome is still open for the customer. */
export const isUnderWay = ({ state }: PaymentSession): boolean => state === 'open' || state === 'pending';

const MINUTE = 60;
const DAY = 86_400;
/**
 * Seconds after a payment in which a bank may reverse it: cards 120 days, direct debits without a
 * mandate 13 months.
 */
const WATCHED_SECONDS = 400 * DAY;

/**
 * When to check a session again, since webhooks may be lost: every 10 s for 3 minutes, every minute
 * until it ends, hourly while pending at a bank, daily once paid or unanswered; undefined once it
 * can no longer change.
 */
export function nextLookAt({ state, openedAt, expiresAt, paidAt }: PaymentSession, now: number): number | undefined {
  if (state === 'failed' || state === 'expired') return undefined;
  if (state === 'paid' || state === 'refunded')
    return now < (paidAt ?? openedAt) + WATCHED_SECONDS ? now + DAY : undefined;
  if (state === 'pending') return now + (now < openedAt + 10 * MINUTE ? MINUTE : 60 * MINUTE);
  if (now < openedAt + 3 * MINUTE) return now + 10;
  if (now < expiresAt + DAY) return now + MINUTE;
  // A session that was never opened had no visitor. One that was open at the last check may have
  // been paid since.
  return state === 'open' && now < openedAt + WATCHED_SECONDS ? now + DAY : undefined;
}
