import * as z from 'zod';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Kind } from '../../domain/billing/document/kind.ts';
import { type PaymentProvider, returnedToCustomer } from '../../domain/payments/payment-session.ts';
import { type CustomerMoney, moneySources } from '../../domain/payments/unapplied-money.ts';
import { billingTypeOf } from '../billing/document/document-type.ts';
import { BillingTypeJson, CurrencyCodeJson } from '../fields/enumerations.ts';

/** The providers' names in the API. */
export const apiProviderNames = {
  stripe: 'stripe_connect',
  mollie: 'mollie',
  stand_in: 'stand_in',
} as const satisfies Record<PaymentProvider, string>;
const KEY_MAX = 300;

/** An account at a payment provider in the API. */
export const PaymentAccountJson = z
  .object({
    id: z.string(),
    externalId: z.string().meta({ description: 'The account at the provider; `stand_in` in test mode.' }),
    provider: z.enum(['stripe_connect', 'mollie']).meta({
      description:
        'In test mode always `stripe_connect`, because existing clients expect this value; payments then use a simulated page.',
    }),
    status: z.enum(['enabled', 'disabled']),
    reason: z.enum(['MISSING_INFO', 'UNDER_REVIEW', 'FRAUD_SUSPECTED', 'TERMS_VIOLATION', 'UNKNOWN']).nullable(),
    webhookUrl: z.string().optional().meta({
      description: 'The webhook URL for the provider, only with the scope account:admin.',
    }),
  })
  .meta({ id: 'PaymentAccount' });

/**
 * The account customers pay to: the simulator for tests, the connected account for live documents.
 */
export const paymentAccountToJson = (
  { onlinePayment }: AccountSettings,
  { test, accountId, webhookUrl }: { test: boolean; accountId: string; webhookUrl?: string | undefined },
): z.input<typeof PaymentAccountJson> | undefined => {
  const enabled = { status: 'enabled', reason: null } as const;
  if (test) return { id: accountId, externalId: 'stand_in', provider: 'stripe_connect', ...enabled };
  if (!onlinePayment) return undefined;
  const { id, externalId } = onlinePayment;
  const provider = onlinePayment.provider === 'mollie' ? 'mollie' : 'stripe_connect';
  return { id, externalId, provider, ...enabled, ...(webhookUrl && { webhookUrl }) };
};

const secret = z.string().trim().min(8).max(KEY_MAX);

/** The form to connect an account. Keys are never returned. */
export const paymentAccountForm = z.object({
  provider: z.enum(['stripe_connect', 'mollie']),
  apiKey: secret.meta({
    description: 'The live secret key of the account at the provider. It is stored encrypted and never returned.',
  }),
  webhookSecret: secret.optional().meta({
    description: 'For Stripe, the webhook signing secret (whsec_…). Without it, payments are only found by polling.',
  }),
  payoutKey: secret.optional().meta({
    description:
      'For Mollie, an access token of the organization that may read settlements (access_…). Without it payouts are not imported; Stripe needs none.',
  }),
});

/** The provider named by a form. */
export const providerNamed = (name: z.output<typeof paymentAccountForm>['provider']): 'stripe' | 'mollie' =>
  name === 'stripe_connect' ? 'stripe' : 'mollie';

const cents = z.number().meta({ description: 'Cents of `currency`.' });
export const OnlinePaymentJson = z
  .object({
    id: z.string(),
    billingId: z.string(),
    type: BillingTypeJson.optional(),
    number: z.string().optional().meta({ description: 'The number of the paid invoice or advance.' }),
    customerId: z.string().optional(),
    organizationId: z.string().optional().meta({ description: 'The id of the billed organization.' }),
    customerName: z.string().optional(),
    source: z.enum(moneySources).meta({
      description: '`recorded` and `bank`: the excess of a payment recorded by hand, or of a bank transaction.',
    }),
    provider: z.enum(['stripe_connect', 'mollie', 'stand_in']).optional().meta({ description: 'For online payments.' }),
    providerId: z.string().optional().meta({ description: 'The provider’s ID.' }),
    state: z.enum(['opening', 'open', 'pending', 'paid', 'failed', 'expired', 'refunded']),
    amount: cents.meta({ description: 'The amount to pay, in cents of `currency`.' }),
    currency: z.string(),
    receivedAmount: cents,
    refundedAmount: cents.meta({
      description: 'The amount refunded according to the provider, without disputes that were won.',
    }),
    unappliedAmount: cents.meta({
      description:
        'The amount not applied, because the document was paid another way or canceled, or because it was overpaid. Apply it to another document, or refund it.',
    }),
    awaitedAmount: cents.meta({
      description: 'A refund announced to the provider, which the provider has not confirmed yet.',
    }),
    returnedAmount: cents.meta({ description: 'Amount the owner refunded by other means.' }),
    fee: cents.optional().meta({ description: 'Provider’s fee, if known.' }),
    paymentId: z.string().optional().meta({ description: 'The payment recorded for this online payment.' }),
    openedAt: z.number().meta({ description: 'Unix seconds.' }),
    paidAt: z.number().optional().meta({ description: 'Unix seconds.' }),
  })
  .meta({ id: 'OnlinePayment' });

/** The document of a payment in a list. */
export type OfDocument = { readonly kind?: Kind; readonly number?: string } & {
  readonly customerId?: string;
  readonly organizationId?: string;
  readonly customerName?: string;
};

export const onlinePaymentToJson = (session: CustomerMoney & OfDocument): z.input<typeof OnlinePaymentJson> => {
  const { id, documentId, source, provider, providerId, state, amount, currency, received, unapplied } = session;
  const { awaited, returned, fee, paymentId, openedAt, paidAt, kind, number, customerId } = session;
  const { organizationId, customerName } = session;
  return {
    ...{ id, billingId: documentId, source, state, amount, currency, openedAt },
    ...{ receivedAmount: received, refundedAmount: returnedToCustomer(session), unappliedAmount: unapplied },
    ...{ awaitedAmount: awaited, returnedAmount: returned },
    ...(provider !== undefined && { provider: apiProviderNames[provider] }),
    ...(kind !== undefined && { type: billingTypeOf(kind) }),
    ...(number !== undefined && { number }),
    ...(customerId !== undefined && { customerId }),
    ...(organizationId !== undefined && { organizationId }),
    ...(customerName !== undefined && { customerName }),
    ...(providerId !== undefined && { providerId }),
    ...(fee !== undefined && { fee }),
    ...(paymentId !== undefined && { paymentId }),
    ...(paidAt !== undefined && { paidAt }),
  };
};

/** The sums of online payments in one currency. */
export const OnlinePaymentSumsJson = z
  .object({
    currency: CurrencyCodeJson,
    count: z.int().meta({ description: 'The number of payments received.' }),
    receivedAmount: z.int(),
    refundedAmount: z.int(),
    unappliedAmount: z.int(),
    fee: z.int().meta({ description: 'Providers’ fees as far as known, in cents.' }),
  })
  .meta({ id: 'OnlinePaymentSums' });
