import { type Cents, cents } from '../money/cents.ts';
import { rateOf, type VatCode, vatCodes } from './vat-code.ts';

/**
 * The key under which amounts of a document are summed: a VAT code, or the disbursements (débours),
 * which carry no VAT and are not turnover (CGI art. 267 II 2°). Every share of a document is
 * computed key by key.
 */
export type ShareKey = VatCode | 'disbursement';
export const shareKeys: readonly ShareKey[] = [...vatCodes, 'disbursement'];

/** The rate of a key, in basis points. */
export const rateOfKey = (key: ShareKey): number => (key === 'disbursement' ? 0 : rateOf(key));

/** Net and VAT, in cents. The tax-included amount is their sum, never stored separately. */
export type Amount = { readonly net: Cents; readonly vat: Cents };

/** An amount per key. An absent key is zero. */
export type Breakdown = { readonly [Key in ShareKey]?: Amount };

const noAmount: Amount = { net: cents(0), vat: cents(0) };
export const taxIncluded = (amount: Amount): Cents => cents(amount.net + amount.vat);
export const amountOf = (breakdown: Breakdown, key: ShareKey): Amount => breakdown[key] ?? noAmount;

/** The present keys, in the order of the table. */
export const keysOf = (breakdown: Breakdown): ShareKey[] => shareKeys.filter((key) => breakdown[key] !== undefined);

export const plus = (a: Breakdown, b: Breakdown): Breakdown => combine(a, b, 1);
export const minus = (a: Breakdown, b: Breakdown): Breakdown => combine(a, b, -1);

/** Whether two breakdowns are equal; an absent key is zero. */
export const isSame = (a: Breakdown, b: Breakdown): boolean => isNothing(minus(a, b));

/** Whether every key is zero, both net and VAT. */
export const isNothing = (breakdown: Breakdown): boolean =>
  keysOf(breakdown).every((key) => amountOf(breakdown, key).net === 0 && amountOf(breakdown, key).vat === 0);

/** The sum of all keys. */
export function totalOf(breakdown: Breakdown): Amount {
  let net = 0;
  let vat = 0;
  for (const key of keysOf(breakdown)) {
    net += amountOf(breakdown, key).net;
    vat += amountOf(breakdown, key).vat;
  }
  return { net: cents(net), vat: cents(vat) };
}

/** The breakdown without the disbursements. */
export const withoutDisbursement = (breakdown: Breakdown): Breakdown => {
  const { disbursement: _, ...rest } = breakdown;
  return rest;
};

/**
 * Whether `part` may be taken from `whole`: for each key, net and VAT must be between zero and the
 * whole's amount, with the same sign. A key missing in `whole` is zero.
 */
export const isWithin = (part: Breakdown, whole: Breakdown): boolean =>
  keysOf(part).every((key) => {
    const taken = amountOf(part, key);
    const there = amountOf(whole, key);
    return isBetweenZeroAnd(there.net, taken.net) && isBetweenZeroAnd(there.vat, taken.vat);
  });

const isBetweenZeroAnd = (limit: number, value: number): boolean =>
  limit >= 0 ? value >= 0 && value <= limit : value <= 0 && value >= limit;

function combine(a: Breakdown, b: Breakdown, sign: 1 | -1): Breakdown {
  const result: { -readonly [Key in ShareKey]?: Amount } = {};
  for (const key of shareKeys) {
    if (a[key] === undefined && b[key] === undefined) continue;
    const [left, right] = [amountOf(a, key), amountOf(b, key)];
    result[key] = { net: cents(left.net + sign * right.net), vat: cents(left.vat + sign * right.vat) };
  }
  return result;
}
