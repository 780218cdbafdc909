import { isSignedByStripe } from '../../../audit/secrets/stripe-signature.ts';
import { findKeys, type LockedKeys } from '../../../db/payments/payment-account.ts';
import { sessionsNamed, wakeSession } from '../../../db/payments/payment-sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AppServices } from '../../app-dependencies.ts';
import { readLinkText } from '../../portal/customer-link.ts';
import { namedByMollie } from './mollie.ts';
import { namedByStripe } from './stripe.ts';

type Message = {
  readonly provider: string;
  /** The last part of the URL it was sent to. */
  readonly account: string;
  readonly body: Buffer;
  readonly signature: string;
};

/**
 * Queues checks of the payments named by a provider's message. False if the URL is not ours, or
 * Stripe's signature is missing or older than five minutes. The message itself changes nothing:
 * repeated, out of order or forged, it only causes a check.
 */
export async function handleProviderMessage(
  { pool, environment, now }: AppServices,
  message: Message,
): Promise<boolean> {
  const named = readLinkText(environment.portalTokens, message.account);
  if (!named) return false;
  return inTransaction(pool, { accountId: named.accountId, test: false }, async (tx) => {
    const keys = await findKeys(tx);
    const isKnown = keys?.id === named.linkId && keys.provider === message.provider;
    if (!isKnown || !isAuthentic(keys, message)) return { commit: false, answer: false };
    for (const { id } of await sessionsNamed(tx, keys.provider, namedIn(message))) wakeSession(tx, id, now());
    return { commit: true, answer: true };
  });

  /** Mollie's messages are unsigned and only name what to read. */
  function isAuthentic({ id, provider, lockedWebhookSecret }: LockedKeys, { signature, body }: Message): boolean {
    if (provider === 'mollie') return true;
    if (lockedWebhookSecret === undefined) return false;
    const secret = environment.webhooks.secrets.open(lockedWebhookSecret, id);
    return isSignedByStripe(signature, body, { secret, now: now() });
  }
}

function namedIn({ provider, body }: Message): string[] {
  try {
    return provider === 'stripe' ? namedByStripe(body) : namedByMollie(body);
  } catch {
    return [];
  }
}
