import type { CallProvider } from '../../../src/services/payments/online/provider-client.ts';

/** A payment page, as Stripe represents it. */
type Checkout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  amount: number;
  currency: string;
  refunded: number;
  disputed: boolean;
  /** The state of its dispute, if there is one. */
  dispute?: { status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response'; amount: number };
  /** Paid by a debit that takes the bank days. */
  waits: boolean;
};
type Payout = { id: string; arrival: number; items: object[]; amount: number; isByHand: boolean };

/**
 * A simulator of Stripe's documented routes (docs.stripe.com/api): the account; Checkout sessions,
 * opened once per idempotency key, read with their charge, and expired; disputes; payouts, and the
 * balance transactions of automatic ones, page by page. It answers in memory, or not at all while
 * `isAway`.
 */
export function cardProviders(clock: { now: number }) {
  const checkouts = new Map<string, Checkout>();
  const byKey = new Map<string, Checkout>();
  const payouts: Payout[] = [];
  const feeOf = (amount: number): number => Math.round(amount * 0.015) + 25;
  const shown = ({ id, status, amount, currency, refunded, disputed, waits }: Checkout) => ({
    ...{ id, status, currency, amount_total: amount, url: `https://checkout.stripe.com/c/pay/${id}` },
    payment_status: status === 'complete' && !waits ? 'paid' : 'unpaid',
    payment_intent: status === 'complete' && {
      ...{ id: `pi_${id}`, status: waits ? 'processing' : 'succeeded' },
      latest_charge: {
        ...{ amount_captured: amount, amount_refunded: refunded, disputed, created: clock.now },
        balance_transaction: { fee: feeOf(amount), currency },
      },
    },
  });
  const open = (form: URLSearchParams, key: string): Checkout => {
    const there = byKey.get(key);
    if (there) return there;
    const said = (name: string) => String(form.get(`line_items[0][price_data][${name}]`));
    const made: Checkout = {
      ...{ id: `cs_live_${checkouts.size + 1}`, status: 'open', refunded: 0, disputed: false, waits: false },
      ...{ amount: Number(said('unit_amount')), currency: said('currency') },
    };
    checkouts.set(made.id, made);
    byKey.set(key, made);
    return made;
  };
  const shownPayout = ({ id, arrival, amount, isByHand }: Payout) => ({
    ...{
      id,
      amount,
      arrival_date: arrival - (arrival % 86_400),
      currency: 'eur',
      status: 'paid',
      automatic: !isByHand,
    },
  });
  /** Two per page, so that clients must read several pages. */
  const pageOf = (asked: URLSearchParams) => {
    const items = (payouts.find(({ id }) => id === asked.get('payout'))?.items ?? []) as { id: string }[];
    const from = items.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
    return { data: items.slice(from, from + 2), has_more: from + 2 < items.length };
  };
  const of = (id: string): Checkout => checkouts.get(id) as Checkout;
  const stand = {
    isAway: false,
    /** A session of this many cents is not opened; other payments still work. */
    awayFor: undefined as number | undefined,
    of,
    pay: (id: string) => void (of(id).status = 'complete'),
    refund: (id: string, amount: number) => void (of(id).refunded = amount),
    /** The customer's bank takes back all or part of the payment, or only asks about it. */
    dispute: (id: string, said: Partial<Checkout['dispute']> = {}) =>
      void Object.assign(of(id), {
        disputed: true,
        dispute: { status: 'needs_response', amount: of(id).amount, ...said },
      }),
    /** The dispute is decided in favour of the payment's recipient. */
    win: (id: string) => void Object.assign(of(id).dispute as object, { status: 'won' }),
    /** The customer pays by a debit that takes days. */
    wait: (id: string) => void Object.assign(of(id), { status: 'complete', waits: true }),
    arrive: (id: string) => void (of(id).waits = false),
    /**
     * Pays out these sessions, less Stripe's fee and an extra fee; a manual payout does not list
     * its payments.
     */
    payOut: (ids: readonly string[], { fee = 0, isByHand = false } = {}): string => {
      const items = ids.map((id) => {
        const { amount } = of(id);
        return { id: `txn_${id}`, type: 'charge', amount, fee: feeOf(amount), source: { payment_intent: `pi_${id}` } };
      });
      const amount = items.reduce((all, each) => all + each.amount - each.fee, 0) - fee;
      const own = fee === 0 ? [] : [{ id: 'txn_fee', type: 'stripe_fee', amount: -fee, fee: 0, source: 'fee_1' }];
      const id = `po_${payouts.length + 1}`;
      const left = { id: `txn_${id}`, type: 'payout', amount: -amount, fee: 0, source: { id } };
      payouts.push({ id, arrival: clock.now, amount, items: [...items, ...own, left], isByHand });
      return id;
    },
    last: (): Checkout => [...checkouts.values()].at(-1) as Checkout,
    ask: (async ({ method, url, headers, body }) => {
      if (stand.isAway) throw new Error('ETIMEDOUT');
      const answer = (status: number, json: object) => ({ status, text: JSON.stringify(json) });
      if (headers.authorization !== 'Bearer sk_live_right') return answer(401, { error: {} });
      const path = new URL(url).pathname.replace('/v1', '');
      if (path === '/account') return answer(200, { id: 'acct_of_zoe' });
      if (path === '/checkout/sessions') {
        const form = new URLSearchParams(body);
        if (Number(form.get('line_items[0][price_data][unit_amount]')) === stand.awayFor) throw new Error('ETIMEDOUT');
        return answer(200, shown(open(form, String(headers['idempotency-key']))));
      }
      if (path === '/disputes') {
        const intent = new URL(url).searchParams.get('payment_intent') ?? '';
        const { dispute } = checkouts.get(intent.slice('pi_'.length)) ?? {};
        return answer(200, { data: dispute ? [{ ...dispute, id: `du_${intent}` }] : [], has_more: false });
      }
      if (path === '/payouts') return answer(200, { data: payouts.map(shownPayout), has_more: false });
      if (path === '/balance_transactions') return answer(200, pageOf(new URL(url).searchParams));
      const checkout = checkouts.get(path.split('/')[3] ?? '');
      if (!checkout) return answer(404, { error: {} });
      if (path.endsWith('/expire') && method === 'POST') {
        if (checkout.status !== 'open') return answer(400, { error: {} });
        checkout.status = 'expired';
      }
      return answer(200, shown(checkout));
    }) as CallProvider,
  };
  return stand;
}
