import type { CallProvider } from '../../../src/services/payments/online/provider-client.ts';

type Payment = {
  id: string;
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired';
  value: string;
  refunded: number;
  chargedBack: number;
  /** When the customer's bank charged the payment back. */
  reversedAt?: string;
  paidAt?: string;
  webhookUrl: string | undefined;
};
type Settlement = { id: string; payments: Payment[]; fee: number; settledAt: string };

/**
 * A simulator of Mollie's documented routes (docs.mollie.com/reference): the profile of a key;
 * payments, created once per idempotency key, read, and canceled while open; settlements of the
 * organization, with its own token only. Its webhook messages are unsigned, contain only an ID, and
 * are sent by the test. It answers in memory, or not at all while `isAway`.
 */
export function mollieStandIn(clock: { now: number }) {
  const payments = new Map<string, Payment>();
  const byKey = new Map<string, Payment>();
  const settlements: Settlement[] = [];
  const euros = (cents: number): { currency: 'EUR'; value: string } => ({
    currency: 'EUR',
    value: (cents / 100).toFixed(2),
  });
  const centsOf = ({ value }: Payment): number => Math.round(Number(value) * 100);
  const shown = (payment: Payment) => {
    const { id, status, value, refunded, chargedBack, paidAt } = payment;
    return {
      ...{ resource: 'payment', id, status, amount: { currency: 'EUR', value } },
      ...(status === 'paid' && {
        ...{ paidAt, amountRefunded: euros(refunded), amountChargedBack: euros(chargedBack) },
        amountRemaining: euros(centsOf(payment) - refunded),
        ...(chargedBack > 0 && {
          _embedded: {
            chargebacks: [{ id: `chb_${id}`, amount: euros(chargedBack), reversedAt: payment.reversedAt ?? null }],
          },
        }),
      }),
      _links: { checkout: { href: `https://www.mollie.com/checkout/select-method/${id}` } },
    };
  };
  const open = (said: any, key: string): Payment => {
    const there = byKey.get(key);
    if (there) return there;
    const id = `tr_${payments.size + 1}`;
    const { value } = said.amount;
    const made: Payment = { id, status: 'open', value, refunded: 0, chargedBack: 0, webhookUrl: said.webhookUrl };
    payments.set(id, made);
    byKey.set(key, made);
    return made;
  };
  const of = (id: string): Payment => payments.get(id) as Payment;
  const at = (): string => new Date(clock.now * 1000).toISOString();
  const listOf = ({ payments: paid }: Settlement, what: string): object[] => {
    if (what === 'payments') return paid.map(shown);
    const back = (amount: (each: Payment) => number, id: string) =>
      paid
        .filter((each) => amount(each) > 0)
        .map((each) => ({ id: `${id}_${each.id}`, paymentId: each.id, amount: euros(amount(each)) }));
    return what === 'refunds' ? back(({ refunded }) => refunded, 're') : back(({ chargedBack }) => chargedBack, 'chb');
  };
  const settled = (path: string, asked: URLSearchParams): object | undefined => {
    const [, , id, what = ''] = path.split('/');
    if (id === undefined)
      return { _embedded: { settlements: settlements.map(shownSettlement) }, _links: { next: null } };
    const settlement = settlements.find((each) => each.id === id);
    if (!settlement) return undefined;
    const all = listOf(settlement, what) as { id: string }[];
    // Two per page, so that clients must read several pages; `from` is the first entry of the page.
    const from = Math.max(
      0,
      all.findIndex((each) => each.id === asked.get('from')),
    );
    const next = from + 2 < all.length ? { href: 'https://api.mollie.com/next' } : null;
    return { _embedded: { [what]: all.slice(from, from + 2) }, _links: { next } };
  };
  const shownSettlement = (settlement: Settlement) => {
    const { id, payments: paid, fee, settledAt } = settlement;
    const amount = paid.reduce((all, each) => all + centsOf(each) - each.refunded - each.chargedBack, -fee);
    const costs = [{ description: 'Cartes', amountGross: euros(fee) }];
    return { ...{ id, settledAt, status: 'paidout', amount: euros(amount) }, periods: { 2026: { '03': { costs } } } };
  };
  const stand = {
    isAway: false,
    last: (): Payment => [...payments.values()].at(-1) as Payment,
    become: (id: string, status: Payment['status']) => void Object.assign(of(id), { status, paidAt: at() }),
    refund: (id: string, cents: number) => void (of(id).refunded = cents),
    chargeBack: (id: string, cents: number) => void (of(id).chargedBack = cents),
    reverse: (id: string) => void (of(id).reversedAt = at()),
    settle: (ids: readonly string[], fee: number): string => {
      const id = `stl_${settlements.length + 1}`;
      settlements.unshift({ id, payments: ids.map(of), fee, settledAt: at() });
      return id;
    },
    ask: (async ({ method, url, headers, body }) => {
      if (stand.isAway) throw new Error('ETIMEDOUT');
      const answer = (status: number, json: object) => ({ status, text: JSON.stringify(json) });
      const { pathname, searchParams } = new URL(url);
      const path = pathname.replace('/v2', '');
      const token = path.startsWith('/settlements') ? 'Bearer access_right' : 'Bearer live_right';
      if (headers.authorization !== token) return answer(401, { status: 401 });
      if (path.startsWith('/settlements')) {
        const found = settled(path, searchParams);
        return found ? answer(200, found) : answer(404, { status: 404 });
      }
      if (path === '/profiles/me') return answer(200, { id: 'pfl_of_zoe' });
      if (path === '/payments' && method === 'POST')
        return answer(201, shown(open(JSON.parse(body ?? ''), String(headers['idempotency-key']))));
      const payment = payments.get(path.split('/')[2] ?? '');
      if (!payment) return answer(404, { status: 404 });
      if (method === 'DELETE') {
        if (payment.status !== 'open') return answer(422, { status: 422 });
        payment.status = 'canceled';
      }
      return answer(200, shown(payment));
    }) as CallProvider,
  };
  return stand;
}
