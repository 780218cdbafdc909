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

/** The totals of a document, in cents of one currency: its own, or its account's. */
export type Figures = {
  readonly netBeforeDiscount: Cents;
  readonly discount: Cents;
  readonly net: Cents;
  readonly total: Cents;
  /** The VAT of each key, in the order of the table. */
  readonly vat: ReadonlyMap<ShareKey, Cents>;
  readonly netBeforeDiscountWithoutDisbursement: Cents;
};

/** The amounts of a part of a document: what remains of it, or what of it was billed. */
export type PartFigures = { readonly net: Cents; readonly total: Cents };

/** The exchange rate to the account's currency; undefined if the document is in that currency. */
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
 * The figures of a document in its account's currency (docs/rules/rounding.md). Net, VAT and total
 * are adjusted to the converted total; the discount is converted on its own, and the total before
 * it is the sum of both.
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
    // Without disbursements this is the same figure, not just an equal one.
    netBeforeDiscountWithoutDisbursement: own.vat.has('disbursement')
      ? exchanged(own.netBeforeDiscountWithoutDisbursement, exchange)
      : netBeforeDiscount,
  };
}

/**
 * The amounts of a part of a document in its account's currency. A part that equals the whole key
 * by key gets the figures of the whole, so that the remainder of an unpaid invoice equals its
 * total. Any other part is converted on its own, even if an amount happens to equal one of the
 * whole.
 */
export function convertedPart(part: Breakdown, { breakdown }: Totals, whole: Figures, exchange: Exchange): PartFigures {
  if (isSame(part, breakdown)) return whole;
  const { net, total } = partFigures(part);
  return { net: exchanged(net, exchange), total: exchanged(total, exchange) };
}

/**
 * Converts a separate amount to the account's currency; net and VAT add up to the converted total.
 */
export function convertedAmount(amount: Amount, exchange: Exchange): Amount {
  const { net, vat } = exchangedSet({ net: amount.net, vat: [amount.vat] }, exchange);
  return { net, vat: vat[0] ?? cents(0) };
}

/** Converts the amounts of a line in the same way; its discount is converted on its own. */
export const convertedLine = (
  line: LineAmounts,
  exchange: Exchange,
): Pick<LineAmounts, 'net' | 'vat' | 'discount'> => ({
  ...convertedAmount(line, exchange),
  discount: exchanged(line.discount, exchange),
});

/**
 * A breakdown in the account's currency: the VAT per key is that of `convertedFigures`, and the net
 * is allocated to the keys. Negative amounts are converted like their positive counterparts, so
 * that both cancel out.
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
