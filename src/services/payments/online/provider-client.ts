import type { Cents } from '../../../domain/money/cents.ts';
import type { CurrencyCode } from '../../../domain/money/currency.ts';
import type { ProviderRead } from '../../../domain/payments/payment-session.ts';
import type { ProviderPayout } from '../../../domain/payments/payout.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';

/** A question to a provider of online payment, as it travels. */
export type ProviderQuestion = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Asks a provider and reads its answer to the end; throws where none comes in time. */
export type CallProvider = (question: ProviderQuestion) => Promise<{ status: number; text: string }>;

/** What a customer is sent to pay. */
export type ToOpen = {
  /** Ours: whoever asks again with it is given the same page. */
  readonly id: string;
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  /** What he reads that he pays, and who he pays. */
  readonly description: string;
  /** Where he comes back to; after paying with `?paid`. */
  readonly returnUrl: string;
  /** Where the provider may tell us that something happened; absent where it cannot reach us. */
  readonly messagesUrl?: string | undefined;
  /** Unix seconds. */
  readonly openedAt: number;
  readonly expiresAt: number;
};

/** A provider of online payment, by the key of one account. Whatever it tells by itself, the truth is what `read` answers. */
export type OnlineProvider = {
  /** What the provider calls the account of the key; a key it does not take is refused. */
  owner(): Promise<string>;
  open(what: ToOpen): Promise<{ providerId: string; url: string }>;
  read(providerId: string): Promise<ProviderRead>;
  /** Ends what can still end: whoever paid before has paid, which `read` says. */
  close(providerId: string): Promise<void>;
  /** What was paid out since a day, and is not known yet. */
  payouts(since: CivilDay, isKnown: (providerId: string) => boolean): Promise<readonly ProviderPayout[]>;
};

/** What opens an account at a provider. */
export type ProviderKeys = {
  readonly key: string;
  /** Of Mollie: the token of its organization, which alone may read what it pays out. */
  readonly payoutKey?: string | undefined;
};

/** The provider did not answer as it should: asked again later, it may. */
export class ProviderUnavailable extends Error {}
/** The provider does not take the key. */
export class ProviderKeyRejected extends Error {}

/** The JSON of an answer. */
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
