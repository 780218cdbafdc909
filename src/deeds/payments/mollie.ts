import { type Cents, cents } from '../../domain/money/cents.ts';
import { stepOf } from '../../domain/money/currency.ts';
import type { ProviderRead } from '../../domain/payments/payment-session.ts';
import { type AskProvider, answered, type OnlineProvider } from './ask-provider.ts';

const HOME = 'https://api.mollie.com/v2';

/** Mollie: a page of Mollie's, for one payment (docs.mollie.com/reference/payments-api). */
export function mollie(key: string, ask: AskProvider, home: string = HOME): OnlineProvider {
  const headers = { authorization: `Bearer ${key}` };
  const one = (id: string): string => `${home}/payments/${encodeURIComponent(id)}`;
  return {
    owner: async () => (await answered(ask, { method: 'GET', url: `${home}/profiles/me`, headers })).id,
    async open({ id, amount, currency, description, returnUrl, messagesUrl }) {
      const value = (amount / 100).toFixed(stepOf(currency) === 1 ? 2 : 0);
      const payment = await answered(ask, {
        ...{ method: 'POST', url: `${home}/payments` },
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({
          amount: { currency, value },
          ...{ description, redirectUrl: `${returnUrl}?paid`, cancelUrl: returnUrl, metadata: { session: id } },
          ...(messagesUrl !== undefined && { webhookUrl: messagesUrl }),
        }),
      });
      return { providerId: payment.id, url: payment._links.checkout.href };
    },
    read: async (id) => readPayment(await answered(ask, { method: 'GET', url: one(id), headers })),
    async close(id) {
      // Refused where it cannot be canceled any more: `read` says how it stands.
      await answered(ask, { method: 'DELETE', url: one(id), headers }).catch(() => {});
    },
  };
}

const states: Readonly<Record<string, ProviderRead['state']>> = {
  ...{ open: 'open', pending: 'pending', authorized: 'pending', paid: 'paid' },
  ...{ failed: 'failed', canceled: 'expired', expired: 'expired' },
};

function readPayment({ status, amount, amountRefunded, amountChargedBack, paidAt }: any): ProviderRead {
  const state = states[status] ?? 'pending';
  if (state !== 'paid') return { state, received: cents(0), refunded: cents(0) };
  const received = centsOf(amount);
  const refunded = cents(Math.min(received, centsOf(amountRefunded) + centsOf(amountChargedBack)));
  return {
    ...{ received, refunded, state: refunded >= received ? 'refunded' : 'paid' },
    ...(paidAt && { paidAt: Math.floor(Date.parse(paidAt) / 1000) }),
  };
}

/** Mollie writes amounts in units, with the decimals of their currency. */
const centsOf = (amount: { value: string } | undefined): Cents => cents(Math.round(Number(amount?.value ?? 0) * 100));

/** The id a message of Mollie names; it says nothing else, and is not signed. */
export const namedByMollie = (body: Buffer): string[] => {
  const id = new URLSearchParams(body.toString()).get('id');
  return id === null ? [] : [id];
};
