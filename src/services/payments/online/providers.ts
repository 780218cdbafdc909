import { findKeys } from '../../../db/payments/payment-account.ts';
import type { Tx } from '../../../db/transaction.ts';
import { cents } from '../../../domain/money/cents.ts';
import type { PaymentSession, ProviderRead } from '../../../domain/payments/payment-session.ts';
import type { AppEnvironment } from '../../app-environment.ts';
import { linkText } from '../../portal/customer-link.ts';
import { mollie } from './mollie.ts';
import {
  type CallProvider,
  type OnlineProvider,
  type ProviderKeys,
  ProviderUnavailable,
  type ToOpen,
} from './provider-client.ts';
import { stripe } from './stripe.ts';

/** The provider operations for one session. */
type ProviderOfSession = {
  open(what: ToOpen): Promise<{ providerId: string; url: string }>;
  read(session: PaymentSession, now: number): Promise<ProviderRead>;
  close(providerId: string): Promise<void>;
};

/** Each provider with the account's key. */
export const providers: Readonly<
  Record<'stripe' | 'mollie', (keys: ProviderKeys, ask: CallProvider) => OnlineProvider>
> = {
  stripe: (keys, ask) => stripe(keys, ask),
  mollie: (keys, ask) => mollie(keys, ask),
};

const noWay: CallProvider = async () => {
  throw new ProviderUnavailable('this process asks no provider');
};
/** How the process sends requests to providers; throws if it sends none. */
export const providerClientOf = ({ callProvider }: Pick<AppEnvironment, 'callProvider'>): CallProvider =>
  callProvider ?? noWay;

/** The provider of a session; undefined if its account is no longer connected to it. */
export async function providerOf(
  tx: Tx,
  session: PaymentSession,
  environment: AppEnvironment,
): Promise<ProviderOfSession | undefined> {
  if (session.provider === 'stand_in') return standIn(session);
  const connected = await connectedProvider(tx, environment);
  if (connected?.name !== session.provider) return undefined;
  const { open, read, close } = connected.provider;
  return { open, close, read: ({ providerId }) => read(providerId as string) };
}

/** The provider an account is connected to; undefined if none. */
export async function connectedProvider(
  tx: Tx,
  environment: AppEnvironment,
): Promise<{ name: 'stripe' | 'mollie'; provider: OnlineProvider } | undefined> {
  const keys = await findKeys(tx);
  if (!keys) return undefined;
  const opened = (locked: string): string => environment.webhooks.secrets.open(locked, keys.id);
  const payoutKey = keys.lockedPayoutKey === undefined ? undefined : opened(keys.lockedPayoutKey);
  const known = { key: opened(keys.lockedKey), payoutKey };
  return { name: keys.provider, provider: providers[keys.provider](known, providerClientOf(environment)) };
}

/**
 * The simulator for test mode: a page opened from the customer's page, whose buttons decide what
 * the bank answers.
 */
const standIn = ({ id }: PaymentSession): ProviderOfSession => ({
  open: async ({ returnUrl }) => ({ providerId: `try_${id}`, url: `${returnUrl}/try?session=${id}` }),
  read: async (session, now) => readSimulator(session, now),
  close: async () => {},
});

/** The URL for a provider's notifications, with a token only this service can create. */
export const providerWebhookUrlOf = (
  { publicUrl, portalTokens }: Pick<AppEnvironment, 'publicUrl' | 'portalTokens'>,
  account: { readonly accountId: string; readonly id: string; readonly provider: string },
): string =>
  `${publicUrl}/v2/payment-events/${account.provider}/${linkText(portalTokens, { accountId: account.accountId, linkId: account.id })}`;

/** Whether a provider can reach a URL: not if the host is only known in a private network. */
export function isReachedFromOutside(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' &&
    /[a-z]\.[a-z]{2,}$/i.test(hostname) &&
    !/\.(local|internal|test|example|localhost)$/i.test(hostname)
  );
}

/** The simulator's fee in ten-thousandths plus a fixed part in cents, like an EU card. */
const FEE_RATE = 150;
const FEE_FIXED = 25;

/** The simulator's answer for a session, by the choice made on its page. */
function readSimulator({ tried, amount, expiresAt }: PaymentSession, now: number): ProviderRead {
  const nothing = { received: cents(0), refunded: cents(0) };
  if (tried === 'pending' || tried === 'failed') return { state: tried, ...nothing };
  if (tried === 'paid') {
    const fee = cents(Math.min(amount, Math.round((amount * FEE_RATE) / 10_000) + FEE_FIXED));
    return { state: 'paid', received: amount, refunded: cents(0), fee, paidAt: now };
  }
  return { state: now < expiresAt ? 'open' : 'expired', ...nothing };
}
