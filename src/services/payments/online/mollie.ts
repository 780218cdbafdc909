import { type Cents, cents } from '../../../domain/money/cents.ts';
import { stepOf } from '../../../domain/money/currency.ts';
import type { ProviderRead } from '../../../domain/payments/payment-session.ts';
import type { PayoutLine, ProviderPayout } from '../../../domain/payments/payout.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import {
  answered,
  type CallProvider,
  type OnlineProvider,
  type ProviderKeys,
  ProviderUnavailable,
} from './provider-client.ts';

const HOME = 'https://api.mollie.com/v2';

/** Mollie: a hosted payment page (docs.mollie.com/reference/payments-api). */
export function mollie({ key, payoutKey }: ProviderKeys, ask: CallProvider, home: string = HOME): OnlineProvider {
  const headers = { authorization: `Bearer ${key}` };
  const settlements = (path: string) =>
    answered(ask, {
      method: 'GET',
      url: `${home}/settlements${path}`,
      headers: { authorization: `Bearer ${payoutKey}` },
    });
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
    read: async (id) =>
      readPayment(await answered(ask, { method: 'GET', url: `${one(id)}?embed=chargebacks`, headers })),
    async close(id) {
      // Fails if it can no longer be canceled; `read` returns the state.
      await answered(ask, { method: 'DELETE', url: one(id), headers }).catch(() => {});
    },
    async payouts(since, isKnown) {
      // Payouts are only visible to the organization, not to a profile.
      if (payoutKey === undefined) return [];
      const { _embedded: embedded } = await settlements(`?limit=${SETTLEMENTS_AT_ONCE}`);
      const payouts: ProviderPayout[] = [];
      for (const settlement of embedded?.settlements ?? []) {
        const isPaid = settlement.status === 'paidout' && String(settlement.settledAt).slice(0, 10) >= since;
        if (isPaid && !isKnown(settlement.id)) payouts.push(await readSettlement(settlement, settlements));
      }
      return payouts;
    },
  };
}

/** Settlements checked: Mollie pays out at most once a day, and we look back 45 days. */
const SETTLEMENTS_AT_ONCE = 50;
/** Mollie's page size, and pages read. */
const AT_ONCE = 250;
const PAGES_MAX = 20;
type Settlements = (path: string) => Promise<Record<string, any>>;

/** A settlement with its payments, refunds and fees (docs.mollie.com/reference/settlements-api). */
async function readSettlement({ id, amount, settledAt, periods }: any, ask: Settlements): Promise<ProviderPayout> {
  const every = (what: 'payments' | 'refunds' | 'chargebacks'): Promise<any[]> =>
    everyPage(ask, `/${id}/${what}`, what);
  const come = (await every('payments')).map(
    (each): PayoutLine => ({ kind: 'payment', reference: each.id, gross: centsOf(each.amount), fee: cents(0) }),
  );
  const back = [...(await every('refunds')), ...(await every('chargebacks'))].map(
    (each): PayoutLine => ({
      ...{ kind: 'refund', reference: each.paymentId, gross: cents(-centsOf(each.amount)), fee: cents(0) },
    }),
  );
  const costs = costsOf(periods);
  const kept = costs.reduce((all, { amountGross }) => all + centsOf(amountGross), 0);
  const fees: PayoutLine[] = kept === 0 ? [] : [{ kind: 'fee', gross: cents(0), fee: cents(kept) }];
  const lines = [...come, ...back, ...fees];
  const amountCents = centsOf(amount);
  const rest = amountCents - lines.reduce((all, { gross, fee }) => all + gross - fee, 0);
  const other: PayoutLine[] = rest === 0 ? [] : [{ kind: 'other', gross: cents(rest), fee: cents(0) }];
  const arrivesOn = String(settledAt).slice(0, 10) as CivilDay;
  return { providerId: id, amount: amountCents, currency: amount.currency, arrivesOn, lines: [...lines, ...other] };
}

/** Mollie's fees by month. */
const costsOf = (periods: Record<string, Record<string, { costs?: any[] }>> = {}): any[] =>
  Object.values(periods)
    .flatMap((year) => Object.values(year))
    .flatMap(({ costs }) => costs ?? []);

async function everyPage(ask: Settlements, path: string, what: string): Promise<any[]> {
  const all: any[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const from = all.length > 0 ? `&from=${encodeURIComponent(all.at(-1).id)}` : '';
    const { _embedded: embedded, _links: links } = await ask(`${path}?limit=${AT_ONCE}${from}`);
    const found: any[] = embedded?.[what] ?? [];
    // A page starts with its cursor item.
    all.push(...(from === '' ? found : found.slice(1)));
    if (!links?.next) return all;
  }
  throw new ProviderUnavailable('more than can be read at once');
}

const states: Readonly<Record<string, ProviderRead['state']>> = {
  ...{ open: 'open', pending: 'pending', authorized: 'pending', paid: 'paid' },
  ...{ failed: 'failed', canceled: 'expired', expired: 'expired' },
};

function readPayment({ status, amount, amountRefunded, amountChargedBack, paidAt, _embedded }: any): ProviderRead {
  const state = states[status] ?? 'pending';
  if (state !== 'paid') return { state, received: cents(0), refunded: cents(0) };
  const received = centsOf(amount);
  // A chargeback that was reversed stays in the list with the time of the reversal
  // (docs.mollie.com/reference/get-chargeback).
  const chargebacks: any[] | undefined = _embedded?.chargebacks;
  const sumOf = (some: readonly any[]): number => some.reduce((all, each) => all + centsOf(each.amount), 0);
  const restored = cents(sumOf((chargebacks ?? []).filter((each) => each.reversedAt)));
  const chargedBack = (chargebacks ? sumOf(chargebacks) : centsOf(amountChargedBack)) - restored;
  const away = Math.min(received, centsOf(amountRefunded) + chargedBack);
  return {
    ...{ received, refunded: cents(away + restored), restored, state: away >= received ? 'refunded' : 'paid' },
    ...(chargedBack > 0 && { isDisputed: true }),
    ...(paidAt && { paidAt: Math.floor(Date.parse(paidAt) / 1000) }),
  };
}

/** Mollie writes amounts in units with the decimals of their currency. */
const centsOf = (amount: { value: string } | undefined): Cents => cents(Math.round(Number(amount?.value ?? 0) * 100));

/** The ID in a Mollie message, its only content; unsigned. */
export const namedByMollie = (body: Buffer): string[] => {
  const id = new URLSearchParams(body.toString()).get('id');
  return id === null ? [] : [id];
};
