import type { PaymentSession, ProviderRead } from '../../domain/payments/payment-session.ts';
import { findKeys } from '../../store/payments/payment-account.ts';
import type { Tx } from '../../store/transaction.ts';
import { linkText } from '../portal/link-text.ts';
import type { Surroundings } from '../surroundings.ts';
import { type AskProvider, type OnlineProvider, ProviderAway, type ToOpen } from './ask-provider.ts';
import { mollie } from './mollie.ts';
import { readStandIn } from './stand-in.ts';
import { stripe } from './stripe.ts';

/** A provider as one session is followed at it. */
export type ProviderOfSession = {
  open(what: ToOpen): Promise<{ providerId: string; url: string }>;
  read(session: PaymentSession, now: number): Promise<ProviderRead>;
  close(providerId: string): Promise<void>;
};

/** Each provider by a key of its own. */
export const providers: Readonly<Record<'stripe' | 'mollie', (key: string, ask: AskProvider) => OnlineProvider>> = {
  stripe: (key, ask) => stripe(key, ask),
  mollie: (key, ask) => mollie(key, ask),
};

const noWay: AskProvider = async () => {
  throw new ProviderAway('this process asks no provider');
};
/** How the process asks providers; one that asks none says so. */
export const askingOf = ({ askProvider }: Pick<Surroundings, 'askProvider'>): AskProvider => askProvider ?? noWay;

/** The provider of a session; undefined where its account is no longer connected to it. */
export async function providerOf(
  tx: Tx,
  session: PaymentSession,
  surroundings: Surroundings,
): Promise<ProviderOfSession | undefined> {
  if (session.provider === 'stand_in') return standIn(session);
  const keys = await findKeys(tx);
  if (keys?.provider !== session.provider) return undefined;
  const key = surroundings.webhooks.secrets.open(keys.lockedKey, keys.id);
  const { open, read, close } = providers[keys.provider](key, askingOf(surroundings));
  return { open, close, read: ({ providerId }) => read(providerId as string) };
}

/** The stand-in of tests: a page beside the one of the link, whose buttons say what a bank would. */
const standIn = ({ id }: PaymentSession): ProviderOfSession => ({
  open: async ({ returnUrl }) => ({ providerId: `try_${id}`, url: `${returnUrl}/try?session=${id}` }),
  read: async (session, now) => readStandIn(session, now),
  close: async () => {},
});

/** Where a provider tells that something happened: its text is the one only this service can make. */
export const messagesUrlOf = (
  { publicUrl, portalTokens }: Pick<Surroundings, 'publicUrl' | 'portalTokens'>,
  account: { readonly accountId: string; readonly id: string; readonly provider: string },
): string =>
  `${publicUrl}/v2/payment-events/${account.provider}/${linkText(portalTokens, { accountId: account.accountId, linkId: account.id })}`;

/** Whether a provider out there can reach an address: not where the service has a name of its own network alone. */
export function isReachedFromOutside(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' &&
    /[a-z]\.[a-z]{2,}$/i.test(hostname) &&
    !/\.(local|internal|test|example|localhost)$/i.test(hostname)
  );
}
