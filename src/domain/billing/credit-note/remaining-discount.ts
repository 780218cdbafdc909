import { allocate } from '../../money/allocate.ts';
import { type Cents, cents, sum } from '../../money/cents.ts';
import { proportion } from '../../money/rounding.ts';
import { amountOf, type Breakdown } from '../../vat/breakdown.ts';
import { isDisbursement, keyOf, type Line } from '../document/lines/line.ts';
import type { Discount } from '../document/totals/discount.ts';
import { discountOf, type LinePrice, linePriceOf } from '../document/totals/line-price.ts';
import { discountShares, type Entry } from '../document/totals/totals.ts';
import { pairedLines } from './pair-lines.ts';

/** The entered content of a document, with complete lines. */
export type LinedEntry = Omit<Entry, 'lines'> & { readonly lines: readonly Line[] };

/**
 * What the invoice's discount takes off each line of a credit note with the same discount: the
 * invoice's share of the credited line, or the part of it that corresponds to the credited price.
 * Recomputing the discount after a line was removed could shift it by a cent, so that a credit note
 * of the other lines would exceed the remainder. Lines that credit no line of the invoice share the
 * rest of the discount. Undefined if the discounts differ.
 */
export function remainingDiscount(entry: LinedEntry, invoice: LinedEntry): Cents[] | undefined {
  const { discount } = invoice;
  if (!discount || !isSameDiscount(entry, invoice)) return undefined;
  const { step } = entry;
  const originals = invoice.lines.map((line) => linePriceOf(line, step));
  const taken = discountShares(invoice, originals);
  const prices = entry.lines.map((line) => linePriceOf(line, step));
  // What earlier lines of the credit note credit of each invoice line, as entered.
  const before = new Map<number, number>();
  const kept = pairedLines(entry.lines, invoice.lines).map((place, at) => {
    if (place === undefined || entry.lines[at]?.taxIncluded !== invoice.lines[place]?.taxIncluded) return undefined;
    const whole = originals[place]?.net ?? 0;
    const from = before.get(place) ?? 0;
    const to = from + (prices[at]?.net ?? 0);
    if (whole === 0 || !isPartOf(to, whole) || !isPartOf(to - from, whole)) return undefined;
    before.set(place, to);
    const share = taken[place] ?? 0;
    return cents(proportion(share, to, whole, step) - proportion(share, from, whole, step));
  });
  return withOthers(kept, { entry, discount, prices });
}

function withOthers(
  kept: readonly (Cents | undefined)[],
  { entry, discount, prices }: { entry: LinedEntry; discount: Discount; prices: readonly LinePrice[] },
): Cents[] {
  const bases = prices.map(({ net }, at) =>
    kept[at] === undefined && (entry.includeDiscountDisbursement || !isDisbursement(entry.lines[at] as Line))
      ? net
      : cents(0),
  );
  const all = sum(kept.map((share) => share ?? cents(0)));
  const left = {
    ...discount,
    amount: discount.mode === 'AMOUNT' ? Math.max(discount.amount - Math.abs(all), 0) : discount.amount,
  };
  const others = allocate(discountOf(left, sum(bases), entry.step), bases, entry.step);
  return kept.map((share, at) => share ?? others[at] ?? cents(0));
}

/**
 * The same shares, limited if the lines exceed `rest` by roundings alone: a line credited in
 * several parts has its share rounded each time. The line with the largest amount bears the
 * difference.
 */
export function cappedDiscount(kept: readonly Cents[], { lines, step }: LinedEntry, rest: Breakdown): Cents[] {
  const within = [...kept];
  const requested = lines.map((line, at) => linePriceOf(line, step).net - (kept[at] ?? 0));
  const sumOf = (places: readonly number[]): Cents => cents(places.reduce((all, at) => all + (requested[at] ?? 0), 0));
  for (const [key, places] of Map.groupBy(lines.keys(), (at) => keyOf(lines[at] as Line))) {
    const { net, vat } = amountOf(rest, key);
    if (net < 0 || vat < 0) continue;
    const included = places.filter((at) => lines[at]?.taxIncluded);
    const excluded = places.filter((at) => !lines[at]?.taxIncluded);
    // Tax-included prices are limited by the remainder (`creditTotals`); here only the price itself
    // is compared.
    const isMixed = included.length > 0 && excluded.length > 0 && net + vat > 0;
    const netOfIncluded = isMixed ? proportion(sumOf(included), net, net + vat, step) : 0;
    const excess = excluded.length > 0 ? sumOf(excluded) + netOfIncluded - net : sumOf(included) - net - vat;
    if (excess <= 0 || excess > places.length * step) continue;
    const most = (excluded.length > 0 ? excluded : included).reduce((best, at) =>
      (requested[at] ?? 0) > (requested[best] ?? 0) ? at : best,
    );
    within[most] = cents((within[most] ?? 0) + excess);
  }
  return within;
}

const isSameDiscount = (one: Entry, other: Entry): boolean =>
  one.discount?.mode === other.discount?.mode &&
  one.discount?.amount === other.discount?.amount &&
  one.includeDiscountDisbursement === other.includeDiscountDisbursement;

const isPartOf = (part: number, whole: number): boolean =>
  whole > 0 ? part >= 0 && part <= whole : part <= 0 && part >= whole;
