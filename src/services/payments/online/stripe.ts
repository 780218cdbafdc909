import { type Cents, cents } from '../../../domain/money/cents.ts';
import { type CurrencyCode, stepOf } from '../../../domain/money/currency.ts';
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

const HOME = 'https://api.stripe.com/v1';
/** The version of Stripe's API used here. */
const VERSION = '2025-09-30.clover';

/** Stripe Checkout: a hosted payment page (docs.stripe.com/api/checkout/sessions). */
export function stripe({ key }: ProviderKeys, ask: CallProvider, home: string = HOME): OnlineProvider {
  const headers = { authorization: `Bearer ${key}`, 'stripe-version': VERSION };
  const get = (path: string) => answered(ask, { method: 'GET', url: home + path, headers });
  const post = (path: string, form: Record<string, string>, idempotencyKey?: string) =>
    answered(ask, {
      method: 'POST',
      url: home + path,
      headers: {
        ...{ ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: new URLSearchParams(form).toString(),
    });
  return {
    owner: async () => (await get('/account')).id,
    async open({ id, amount, currency, description, returnUrl, expiresAt }) {
      const session = await post(
        '/checkout/sessions',
        {
          ...{ mode: 'payment', client_reference_id: id, 'metadata[session]': id, expires_at: String(expiresAt) },
          ...{ success_url: `${returnUrl}?paid`, cancel_url: returnUrl },
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': currency.toLowerCase(),
          'line_items[0][price_data][unit_amount]': String(amount / stepOf(currency)),
          'line_items[0][price_data][product_data][name]': description,
        },
        id,
      );
      return { providerId: session.id, url: session.url };
    },
    async read(id) {
      const session = await get(`/checkout/sessions/${encodeURIComponent(id)}?${EXPANDED}`);
      const intent = session.payment_intent;
      // `disputed` stays true for good; the disputes say how each ended.
      const disputes = intent?.latest_charge?.disputed
        ? (await get(`/disputes?payment_intent=${encodeURIComponent(intent.id)}&limit=${AT_ONCE}`)).data
        : [];
      return readSession(session, Array.isArray(disputes) ? disputes : []);
    },
    async close(id) {
      // Fails if it is already over; `read` returns the state.
      await post(`/checkout/sessions/${encodeURIComponent(id)}/expire`, {}).catch(() => {});
    },
    async payouts(since, isKnown) {
      const from = Date.parse(since) / 1000;
      const listed = await everyPage(get, `/payouts?status=paid&arrival_date[gte]=${from}`);
      const payouts: ProviderPayout[] = [];
      for (const payout of listed.filter(({ id }) => !isKnown(id))) {
        // Stripe does not list the contents of manual payouts.
        const made = payout.automatic
          ? await everyPage(get, `/balance_transactions?payout=${payout.id}&${SOURCES}`)
          : [];
        payouts.push(readPayout(payout, made));
      }
      return payouts;
    },
  };
}

const SOURCES = 'expand[]=data.source';
/** Stripe's page size, and pages read. */
const AT_ONCE = 100;
const PAGES_MAX = 50;

async function everyPage(get: (path: string) => Promise<Record<string, any>>, path: string): Promise<any[]> {
  const all: any[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const after = all.length > 0 ? `&starting_after=${encodeURIComponent(all.at(-1).id)}` : '';
    const { data, has_more: hasMore } = await get(`${path}&limit=${AT_ONCE}${after}`);
    all.push(...(Array.isArray(data) ? data : []));
    if (!hasMore || !data?.length) return all;
  }
  throw new ProviderUnavailable('more than can be read at once');
}

/**
 * The balance transaction types of payments and of returned money
 * (docs.stripe.com/reports/balance-transaction-types).
 */
const COME = new Set(['charge', 'payment']);
const GONE = new Set(['refund', 'payment_refund', 'payment_failure_refund', 'adjustment']);

function readPayout({ id, amount, currency: minor, arrival_date: arrival }: any, made: any[]): ProviderPayout {
  const currency = String(minor).toUpperCase() as CurrencyCode;
  const ours = (value: unknown): Cents => cents(Number(value ?? 0) * stepOf(currency));
  // The payout itself is one of the entries.
  const lines = made
    .filter(({ type }) => type !== 'payout')
    .map((each): PayoutLine => {
      const reference = each.source?.payment_intent ?? undefined;
      const isFee = each.type === 'stripe_fee' || each.type === 'stripe_fx_fee';
      const kind = COME.has(each.type)
        ? 'payment'
        : isFee
          ? 'fee'
          : GONE.has(each.type) && reference
            ? 'refund'
            : 'other';
      return {
        ...{ kind, gross: ours(isFee ? 0 : each.amount), fee: ours(isFee ? -each.amount : each.fee) },
        ...(typeof reference === 'string' && { reference }),
      };
    });
  return { providerId: id, amount: ours(amount), currency, arrivesOn: dayAt(arrival), lines };
}

/** Days are given as midnight UTC. */
const dayAt = (seconds: number): CivilDay => new Date(seconds * 1000).toISOString().slice(0, 10) as CivilDay;

const EXPANDED = 'expand[]=payment_intent.latest_charge.balance_transaction';

/**
 * Disputes without a withdrawal: inquiries, and prevented ones
 * (docs.stripe.com/api/disputes/object).
 */
const ASKED_ALONE = /^(warning_|prevented$)/;

function readSession(
  { status, payment_status: payment, payment_intent: intent, ...session }: any,
  disputes: readonly any[],
): ProviderRead {
  const currency = String(session.currency).toUpperCase() as CurrencyCode;
  const ours = (minor: unknown): Cents => cents(Number(minor ?? 0) * stepOf(currency));
  const nothing = { received: cents(0), refunded: cents(0), ...(intent?.id && { reference: intent.id as string }) };
  if (status === 'expired') return { state: 'expired', ...nothing };
  if (status !== 'complete') return { state: 'open', ...nothing };
  if (payment !== 'paid') {
    // A delayed debit: after a refusal the bank is not asked again.
    const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
    return { state: isOver ? 'failed' : 'pending', ...nothing };
  }
  const charge = intent?.latest_charge;
  const received = ours(charge?.amount_captured ?? session.amount_total);
  // Disputed money is withdrawn until the decision and returned if won.
  const taken = disputes.filter((each) => !ASKED_ALONE.test(each.status));
  const sumOf = (some: readonly any[]): number => some.reduce((all, { amount }) => all + ours(amount), 0);
  const restored = cents(sumOf(taken.filter((each) => each.status === 'won')));
  const away = Math.min(received, ours(charge?.amount_refunded) + sumOf(taken) - restored);
  const fee = charge?.balance_transaction;
  return {
    ...{ ...nothing, received, refunded: cents(away + restored), restored },
    state: away > 0 && away >= received ? 'refunded' : 'paid',
    ...(taken.some((each) => each.status !== 'won') && { isDisputed: true }),
    ...(fee?.currency?.toUpperCase() === currency && { fee: ours(fee.fee) }),
    ...(Number.isSafeInteger(charge?.created) && { paidAt: charge.created }),
  };
}

/** The IDs named by a Stripe message: session and payment. */
export function namedByStripe(body: Buffer): string[] {
  const { object } = JSON.parse(body.toString())?.data ?? {};
  return [object?.id, object?.payment_intent].filter((id) => typeof id === 'string');
}
