import type { AskProvider } from '../../src/deeds/payments/ask-provider.ts';

/** A payment page of the stand-in, as Stripe holds it. */
type Checkout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  amount: number;
  currency: string;
  refunded: number;
};

/**
 * A stand-in of Stripe's routes as documented (docs.stripe.com/api): account, Checkout sessions opened once for an idempotency key,
 * read with their charge, expired. It answers in memory, or not at all while `isAway`.
 */
export function cardProviders(clock: { now: number }) {
  const checkouts = new Map<string, Checkout>();
  const byKey = new Map<string, Checkout>();
  const shown = ({ id, status, amount, currency, refunded }: Checkout) => ({
    ...{ id, status, currency, amount_total: amount, url: `https://checkout.stripe.com/c/pay/${id}` },
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    payment_intent: status === 'complete' && {
      ...{ id: `pi_${id}`, status: 'succeeded' },
      latest_charge: {
        ...{ amount_captured: amount, amount_refunded: refunded, disputed: false, created: clock.now },
        balance_transaction: { fee: Math.round(amount * 0.015) + 25, currency },
      },
    },
  });
  const open = (form: URLSearchParams, key: string): Checkout => {
    const there = byKey.get(key);
    if (there) return there;
    const said = (name: string) => String(form.get(`line_items[0][price_data][${name}]`));
    const made: Checkout = {
      ...{ id: `cs_live_${checkouts.size + 1}`, status: 'open', refunded: 0 },
      ...{ amount: Number(said('unit_amount')), currency: said('currency') },
    };
    checkouts.set(made.id, made);
    byKey.set(key, made);
    return made;
  };
  const of = (id: string): Checkout => checkouts.get(id) as Checkout;
  const stand = {
    isAway: false,
    pay: (id: string) => void (of(id).status = 'complete'),
    refund: (id: string, amount: number) => void (of(id).refunded = amount),
    last: (): Checkout => [...checkouts.values()].at(-1) as Checkout,
    ask: (async ({ method, url, headers, body }) => {
      if (stand.isAway) throw new Error('ETIMEDOUT');
      const answer = (status: number, json: object) => ({ status, text: JSON.stringify(json) });
      if (headers.authorization !== 'Bearer sk_live_right') return answer(401, { error: {} });
      const path = new URL(url).pathname.replace('/v1', '');
      if (path === '/account') return answer(200, { id: 'acct_of_zoe' });
      if (path === '/checkout/sessions')
        return answer(200, shown(open(new URLSearchParams(body), String(headers['idempotency-key']))));
      const checkout = checkouts.get(path.split('/')[3] ?? '');
      if (!checkout) return answer(404, { error: {} });
      if (path.endsWith('/expire') && method === 'POST') {
        if (checkout.status !== 'open') return answer(400, { error: {} });
        checkout.status = 'expired';
      }
      return answer(200, shown(checkout));
    }) as AskProvider,
  };
  return stand;
}
