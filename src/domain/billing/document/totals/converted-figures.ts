import { allocate } from '../../../money/allocate.ts';
import { type Cents, cents } from '../../../money/cents.ts';
import { stepOf } from '../../../money/currency.ts';
import { type Exchange, exchanged, exchangedSet } from '../../../money/exchange.ts';
import {
  type Amount,
  amountOf,
  type Breakdown,
  isSame,
  keysOf,
  minus,
  type ShareKey,
  taxIncluded,
  totalOf,
} from '../../../vat/breakdown.ts';
import type { BillingDocument } from '../document.ts';
import type { LineAmounts, Totals } from './totals.ts';

/** What a document comes to, in cents of one currency: its own, or its account's. */
export type Figures = {
  readonly netBeforeDiscount: Cents;
  readonly discount: Cents;
  readonly net: Cents;
  readonly total: Cents;
  /** The VAT of each key that is there, in the order of the table. */
  readonly vat: ReadonlyMap<ShareKey, Cents>;
  readonly netBeforeDiscountWithoutDisbursement: Cents;
};

/** What a part of a document comes to: what remains of it, what of it was billed. */
export type PartFigures = { readonly net: Cents; readonly total: Cents };

/** How a document's amounts are told in its account's currency; undefined where that is its own. */
export const exchangeOf = (document: BillingDocument): Exchange | undefined => {
  const { code, base, rate } = document.content.currency;
  return code === base ? undefined : { rate, step: stepOf(base) };
};

/** The figures of a document, in its own currency. */
export function ownFigures(totals: Totals): Figures {
  const { breakdown, netBeforeDiscount, discount, netBeforeDiscountWithoutDisbursement } = totals;
  const vat = new Map(keysOf(breakdown).map((key) => [key, amountOf(breakdown, key).vat]));
  return { netBeforeDiscount, discount, ...partFigures(breakdown), vat, netBeforeDiscountWithoutDisbursement };
}

export const partFigures = (part: Breakdown): PartFigures => {
  const all = totalOf(part);
  return { net: all.net, total: taxIncluded(all) };
};

/**
 * The figures of a document in its account's currency (docs/rules/rounding.md): net, VAT and total agree again, by the
 * total; the discount is converted by itself, and what stood before it follows from the two.
 */
export function convertedFigures(totals: Totals, exchange: Exchange): Figures {
  const own = ownFigures(totals);
  const keys = [...own.vat.keys()];
  const set = exchangedSet({ net: own.net, vat: [...own.vat.values()] }, exchange);
  const discount = exchanged(own.discount, exchange);
  const netBeforeDiscount = cents(set.net + discount);
  return {
    netBeforeDiscount,
    discount,
    net: set.net,
    total: set.total,
    vat: new Map(keys.map((key, place) => [key, set.vat[place] ?? cents(0)])),
    // Without disbursements it is the same figure, not another that happens to be equal.
    netBeforeDiscountWithoutDisbursement: own.vat.has('disbursement')
      ? exchanged(own.netBeforeDiscountWithoutDisbursement, exchange)
      : netBeforeDiscount,
  };
}

/**
 * What a part of a document comes to in its account's currency. A part that is the whole, key by key, is told as the whole
 * is: of an invoice nobody paid as much remains as it comes to. Any other is converted by itself, whatever amounts of the
 * whole it happens to equal.
 */
export function convertedPart(part: Breakdown, { breakdown }: Totals, whole: Figures, exchange: Exchange): PartFigures {
  if (isSame(part, breakdown)) return whole;
  const { net, total } = partFigures(part);
  return { net: exchanged(net, exchange), total: exchanged(total, exchange) };
}

/** An amount of its own, in the account's currency: net and VAT agree by the tax included. */
export function convertedAmount(amount: Amount, exchange: Exchange): Amount {
  const { net, vat } = exchangedSet({ net: amount.net, vat: [amount.vat] }, exchange);
  return { net, vat: vat[0] ?? cents(0) };
}

/** The amounts of a line, likewise; its discount is converted by itself. */
export const convertedLine = (
  line: LineAmounts,
  exchange: Exchange,
): Pick<LineAmounts, 'net' | 'vat' | 'discount'> => ({
  ...convertedAmount(line, exchange),
  discount: exchanged(line.discount, exchange),
});

/**
 * A breakdown in the account's currency: its VAT per key is what `convertedFigures` tells, and its net is shared over the
 * keys. What takes back is converted as what it takes back was, so that both come to nothing.
 */
export function convertedBreakdown(breakdown: Breakdown, exchange: Exchange): Breakdown {
  const keys = keysOf(breakdown);
  const { net, vat } = totalOf(breakdown);
  if (net + vat < 0) return minus({}, convertedBreakdown(minus({}, breakdown), exchange));
  const amounts = keys.map((key) => amountOf(breakdown, key));
  const set = exchangedSet({ net, vat: amounts.map((amount) => amount.vat) }, exchange);
  const nets = allocate(
    set.net,
    amounts.map((amount) => amount.net),
    exchange.step,
  );
  return Object.fromEntries(
    keys.map((key, place) => [key, { net: nets[place] ?? cents(0), vat: set.vat[place] ?? cents(0) }]),
  );
}
