import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { deleteKeys, writeKeys } from '../../db/payments/payment-account.ts';
import { wakePayouts } from '../../db/payments/payouts.ts';
import type { Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  PaymentAccountJson,
  paymentAccountForm,
  paymentAccountToJson,
  providerNamed,
} from '../../schemas/payments/payment-account.ts';
import type { Context } from '../../services/context.ts';
import {
  ProviderKeyRejected,
  type ProviderKeys,
  ProviderUnavailable,
} from '../../services/payments/online/provider-client.ts';
import { providerClientOf, providers, providerWebhookUrlOf } from '../../services/payments/online/providers.ts';
import { updateAccountSettings } from '../../services/payments/update-account-settings.ts';

export const getPaymentAccount = operation({
  name: 'get-payment-account',
  summary: 'Gets the connected payment provider account, if any. Test payments use a simulator.',
  chapter: 'Payments',
  routes: ['GET /v2/billing/payment-account'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: PaymentAccountJson,
  refusals: ['payment_account_not_found'],
  async run(context) {
    const { tx, accountId, test, scopes } = context;
    const { settings } = await settingsOf(tx);
    const { onlinePayment } = settings;
    const mayConnect = scopes.includes('account:admin');
    const webhookUrl = mayConnect && onlinePayment && providerWebhookUrlOf(context, { accountId, ...onlinePayment });
    const body = paymentAccountToJson(settings, { test, accountId, ...(webhookUrl && { webhookUrl }) });
    return body ? { body } : { refused: 'payment_account_not_found' };
  },
});

const about = {
  chapter: 'Payments',
  routes: ['PUT /v2/billing/payment-account'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
} as const;

export const connectPaymentAccount = operation({
  ...about,
  name: 'connect-payment-account',
  summary: 'Connects the Stripe or Mollie account to which customers pay live documents online.',
  description:
    'The key is checked with the provider, then stored encrypted and never returned. A new key replaces the previous one. Test keys are refused: test payments use a built-in simulator, without a provider account.',
  body: paymentAccountForm,
  success: 200,
  output: PaymentAccountJson,
  refusals: ['live_key_needed', 'payment_key_unusable', 'payment_provider_unreachable'],
  example: { provider: 'stripe_connect', apiKey: 'rk_live_51NxExample', webhookSecret: 'whsec_example' },
  async run(context, { provider: named, apiKey, webhookSecret, payoutKey }) {
    if (context.test) return { refused: 'live_key_needed' };
    const provider = providerNamed(named);
    if (!LIVE_KEYS[provider].test(apiKey)) return { refused: 'payment_key_unusable' };
    return {
      aside: () =>
        ownerOf(context, provider, { key: apiKey, payoutKey: provider === 'mollie' ? payoutKey : undefined }),
      after: async (later: Context, owner: Awaited<ReturnType<typeof ownerOf>>) => {
        if (typeof owner === 'object') return owner;
        const { newId, now, webhooks, accountId } = later;
        const account = { id: newId(), provider, externalId: owner, connectedAt: now };
        const locked = (secret: string): string => webhooks.secrets.lock(secret, account.id);
        const { id } = account;
        const settings = await updateAccountSettings(later, (before) => ({ ...before, onlinePayment: account }));
        const besides = {
          ...(webhookSecret !== undefined && { lockedWebhookSecret: locked(webhookSecret) }),
          ...(provider === 'mollie' && payoutKey !== undefined && { lockedPayoutKey: locked(payoutKey) }),
        };
        writeKeys(later.tx, { id, provider, lockedKey: locked(apiKey), ...besides }, now);
        wakePayouts(later.tx, { test: false, now, dueAt: now });
        const webhookUrl = providerWebhookUrlOf(later, { accountId, ...account });
        return { body: paymentAccountToJson(settings, { test: false, accountId, webhookUrl }) as Shown };
      },
    };
  },
});
type Shown = z.input<typeof PaymentAccountJson>;

/** Prefixes of live keys: Stripe's secret and restricted ones, Mollie's. */
const LIVE_KEYS = { stripe: /^[sr]k_live_\w+$/, mollie: /^live_\w+$/ } as const;

/** The provider's ID of the key's account; the payout key is tested by reading today's payouts. */
async function ownerOf(
  context: Context,
  name: 'stripe' | 'mollie',
  keys: ProviderKeys,
): Promise<string | Refused<'payment_key_unusable' | 'payment_provider_unreachable'>> {
  try {
    const provider = providers[name](keys, providerClientOf(context));
    const owner = String(await provider.owner());
    if (keys.payoutKey !== undefined) await provider.payouts(civilDayOf(context.now, 'UTC'), () => true);
    return owner;
  } catch (error) {
    if (error instanceof ProviderKeyRejected) return { refused: 'payment_key_unusable' };
    if (error instanceof ProviderUnavailable) return { refused: 'payment_provider_unreachable' };
    throw error;
  }
}

export const disconnectPaymentAccount = operation({
  ...about,
  name: 'disconnect-payment-account',
  summary: 'Disconnects the payment provider account and deletes its keys.',
  description:
    'Customers can no longer pay live documents online. Payments in progress are checked again once the same provider is connected.',
  routes: ['DELETE /v2/billing/payment-account'],
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'payment_account_not_found'],
  async run(context) {
    if (context.test) return { refused: 'live_key_needed' };
    const settings = await lockSettings(context.tx);
    if (!settings.onlinePayment) return { refused: 'payment_account_not_found' };
    await updateAccountSettings(context, ({ onlinePayment: _, ...before }) => before);
    deleteKeys(context.tx);
    return { body: null };
  },
});
