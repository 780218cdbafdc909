import type { Cents } from '../../../domain/money/cents.ts';
import type { CurrencyCode } from '../../../domain/money/currency.ts';
import type { ProviderRead } from '../../../domain/payments/payment-session.ts';
import type { ProviderPayout } from '../../../domain/payments/payout.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';

/** An HTTP request to a payment provider. */
export type ProviderQuestion = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends a request to a provider and reads the whole response; throws on a timeout. */
export type CallProvider = (question: ProviderQuestion) => Promise<{ status: number; text: string }>;

/** A payment page to open. */
export type ToOpen = {
  /** Our ID: the same ID returns the same page. */
  readonly id: string;
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  /** The description and payee shown to the customer. */
  readonly description: string;
  /** The return address; after paying with `?paid`. */
  readonly returnUrl: string;
  /** Where the provider sends notifications; absent if it cannot reach us. */
  readonly messagesUrl?: string | undefined;
  /** Unix seconds. */
  readonly openedAt: number;
  readonly expiresAt: number;
};

/**
 * A payment provider with the key of one account. Notifications are only hints; `read` returns the
 * truth.
 */
export type OnlineProvider = {
  /** The provider's ID of the account; fails if the key is rejected. */
  owner(): Promise<string>;
  open(what: ToOpen): Promise<{ providerId: string; url: string }>;
  read(providerId: string): Promise<ProviderRead>;
  /** Cancels an open payment; if it was already paid, `read` says so. */
  close(providerId: string): Promise<void>;
  /** Payouts since a day that are not known yet. */
  payouts(since: CivilDay, isKnown: (providerId: string) => boolean): Promise<readonly ProviderPayout[]>;
};

/** The credentials of an account at a provider. */
export type ProviderKeys = {
  readonly key: string;
  /** For Mollie: the organization's token, the only one that can read payouts. */
  readonly payoutKey?: string | undefined;
};

/** The provider gave no valid response; a retry may succeed. */
export class ProviderUnavailable extends Error {}
/** The provider rejects the key. */
export class ProviderKeyRejected extends Error {}

/** The JSON of a response. */
export async function answered(ask: CallProvider, question: ProviderQuestion): Promise<Record<string, any>> {
  const { status, text } = await ask(question).catch((error: Error) => {
    throw new ProviderUnavailable(error.message, { cause: error });
  });
  if (status === 401 || status === 403) throw new ProviderKeyRejected(String(status));
  if (status < 200 || status > 299)
    throw new ProviderUnavailable(`${question.method} ${new URL(question.url).pathname}: ${status}`);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ProviderUnavailable('an answer that is no JSON');
  }
}
