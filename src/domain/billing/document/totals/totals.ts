import { allocate } from '../../../money/allocate.ts';
import { type Cents, cents, sum } from '../../../money/cents.ts';
import { proportion, type Step } from '../../../money/rounding.ts';
import type { TenThousandths } from '../../../money/ten-thousandths.ts';
import { type Amount, type Breakdown, rateOfKey, type ShareKey, totalOf } from '../../../vat/breakdown.ts';
import { isDisbursement, keyOf } from '../lines/line.ts';
import type { Discount } from './discount.ts';
import { discountOf, type LinePrice, linePriceOf, type PricedLine } from './line-price.ts';
import {
  amountOfFigures,
  type FiguresOf,
  figuresByRate,
  type KeyFigures,
  type KeySums,
  WHOLE,
} from './vat-key-figures.ts';

/** The entered amounts of a document. `step` is the smallest amount of its currency, in cents. */
export type Entry = {
  readonly lines: readonly PricedLine[];
  readonly discount?: Discount | undefined;
  /** Whether the document discount also covers the disbursements. */
  readonly includeDiscountDisbursement: boolean;
  readonly step: Step;
};

/** The amounts of one line in cents, before the document discount; tax excluded unless noted. */
export type LineAmounts = {
  readonly netBeforeDiscount: Cents;
  /** The line's own discount. */
  readonly discount: Cents;
  readonly net: Cents;
  readonly vat: Cents;
  /** Tax included. */
  readonly total: Cents;
  readonly unitPriceNet: TenThousandths;
  /** The only amount after the document discount: the line's share of its key's net. */
  readonly netAfterDocumentDiscount: Cents;
};

export type Totals = {
  /**
   * In the order of the entry. Without a document discount they add up to the breakdown exactly.
   */
  readonly lines: readonly LineAmounts[];
  /** Σ line nets, tax excluded. */
  readonly netBeforeDiscount: Cents;
  /** The document discount, tax excluded. */
  readonly discount: Cents;
  /** The total of the document per key, after its discount. */
  readonly breakdown: Breakdown;
  readonly netBeforeDiscountWithoutDisbursement: Cents;
};

/**
 * The figures of a document by the rates of its lines, in cents. All figures are computed here
 * (docs/rules/rounding.md).
 */
export const totalsOf = (entry: Entry): Totals => totalsWith(entry, figuresByRate);

/**
 * Like `totalsOf`, with another rule for the amount of a key: a credit note uses what is left of
 * its invoice. `kept`: shares of the document discount that are already known.
 */
export function totalsWith(entry: Entry, figuresOf: FiguresOf, kept?: readonly Cents[]): Totals {
  const prices = entry.lines.map((line) => linePriceOf(line, entry.step));
  const shares = kept ?? discountShares(entry, prices);
  const lines: LineAmounts[] = Array.from({ length: entry.lines.length });
  const breakdown: { -readonly [Key in ShareKey]?: Amount } = {};
  for (const [key, places] of placesByKey(entry.lines)) {
    const before = sumsOf(entry, key, places, (place) => at(prices, place).net);
    const after = sumsOf(entry, key, places, (place) => at(prices, place).net - at(shares, place));
    const figures = figuresOf(after);
    breakdown[key] = amountOfFigures(figures);
    // Line figures exclude the document discount, so a key with a discount needs separate figures
    // for them.
    const isTouched = places.some((place) => shares[place] !== 0);
    const figuresBefore = isTouched ? figuresByRate(before) : figures;
    fillLines(lines, { entry, prices, shares, places, rate: rateOfKey(key), figures, figuresBefore });
  }
  const netBeforeDiscount = sum(lines.map((line) => line.net));
  return {
    lines,
    netBeforeDiscount,
    discount: cents(netBeforeDiscount - totalOf(breakdown).net),
    breakdown,
    netBeforeDiscountWithoutDisbursement: sum(
      lines.flatMap((line, place) => (isDisbursement(at(entry.lines, place)) ? [] : [line.net])),
    ),
  };
}

/**
 * The document discount, computed once on the lines it covers and allocated to them in proportion
 * to their nets.
 */
export function discountShares({ lines, discount, ...entry }: Entry, prices: readonly LinePrice[]): Cents[] {
  if (!discount || discount.amount === 0) return prices.map(() => cents(0));
  const bases = prices.map(({ net }, place) =>
    entry.includeDiscountDisbursement || !isDisbursement(at(lines, place)) ? net : cents(0),
  );
  return allocate(discountOf(discount, sum(bases), entry.step), bases, entry.step);
}

function placesByKey(lines: readonly PricedLine[]): Map<ShareKey, number[]> {
  const places = new Map<ShareKey, number[]>();
  lines.forEach((line, place) => {
    const known = places.get(keyOf(line));
    if (known) known.push(place);
    else places.set(keyOf(line), [place]);
  });
  return places;
}

function sumsOf(entry: Entry, key: ShareKey, places: readonly number[], netAt: (place: number) => number): KeySums {
  const sums = { excluded: 0, included: 0, hasExcluded: false, hasIncluded: false };
  for (const place of places) {
    const isIncluded = at(entry.lines, place).taxIncluded;
    sums[isIncluded ? 'included' : 'excluded'] += netAt(place);
    sums[isIncluded ? 'hasIncluded' : 'hasExcluded'] = true;
  }
  return { ...sums, key, step: entry.step, excluded: cents(sums.excluded), included: cents(sums.included) };
}

type KeyOfLines = {
  readonly entry: Entry;
  readonly prices: readonly LinePrice[];
  readonly shares: readonly Cents[];
  /** The indexes of the key's lines on the document. */
  readonly places: readonly number[];
  readonly rate: number;
  readonly figures: KeyFigures;
  readonly figuresBefore: KeyFigures;
};

function fillLines(lines: LineAmounts[], of: KeyOfLines): void {
  const isIncluded = (place: number) => at(of.entry.lines, place).taxIncluded;
  fillExcluded(lines, { ...of, places: of.places.filter((place) => !isIncluded(place)) });
  fillIncluded(lines, { ...of, places: of.places.filter(isIncluded) });
}

function fillExcluded(lines: LineAmounts[], { entry, prices, shares, places, rate, figuresBefore }: KeyOfLines): void {
  const nets = places.map((place) => at(prices, place).net);
  const vats = allocateBySign(figuresBefore.excluded.vat, nets, { part: rate, whole: WHOLE, step: entry.step });
  places.forEach((place, index) => {
    const { net, discount } = at(prices, place);
    lines[place] = lineAmounts({
      net,
      vat: at(vats, index),
      discount,
      unitPriceNet: at(entry.lines, place).unitPrice,
      netAfterDocumentDiscount: cents(net - at(shares, place)),
    });
  });
}

function fillIncluded(lines: LineAmounts[], of: KeyOfLines): void {
  if (of.places.length === 0) return;
  const { entry, prices, shares, places, rate, figures, figuresBefore } = of;
  const netRatio = { part: WHOLE, whole: WHOLE + rate, step: entry.step };
  const totals = places.map((place) => at(prices, place).net);
  const nets = allocateBySign(figuresBefore.included.net, totals, netRatio);
  const vats = vatsOfIncluded(totals, nets, { included: figuresBefore.included, rate, step: entry.step });
  const discounted = places.map((place) => cents(at(prices, place).net - at(shares, place)));
  const netsAfter = allocateBySign(figures.included.net, discounted, netRatio);
  places.forEach((place, index) => {
    const unitPrice: number = proportion(at(entry.lines, place).unitPrice, WHOLE, WHOLE + rate);
    lines[place] = lineAmounts({
      net: at(nets, index),
      vat: at(vats, index),
      discount: proportion(at(prices, place).discount, WHOLE, WHOLE + rate, entry.step),
      unitPriceNet: unitPrice as TenThousandths,
      netAfterDocumentDiscount: at(netsAfter, index),
    });
  });
}

type Included = { readonly included: Amount; readonly rate: number; readonly step: Step };

function vatsOfIncluded(totals: readonly Cents[], nets: readonly Cents[], { included, rate, step }: Included): Cents[] {
  // A tax-included price stays exact; only a credit note that takes the rest of its key may
  // deviate.
  if (included.net + included.vat === sum(totals)) return totals.map((total, index) => cents(total - at(nets, index)));
  return allocateBySign(included.vat, totals, { part: rate, whole: WHOLE + rate, step });
}

const lineAmounts = (line: Omit<LineAmounts, 'netBeforeDiscount' | 'total'>): LineAmounts => ({
  netBeforeDiscount: cents(line.net + line.discount),
  discount: line.discount,
  net: line.net,
  vat: line.vat,
  total: cents(line.net + line.vat),
  unitPriceNet: line.unitPriceNet,
  netAfterDocumentDiscount: line.netAfterDocumentDiscount,
});

/** The item at an index that exists. */
const at = <Item>(items: readonly Item[], place: number): Item => items[place] as Item;

/** The approximate ratio of each share to its weight: `part ÷ whole`. */
type Ratio = { readonly part: number; readonly whole: number; readonly step: Step };

/**
 * Allocates an amount of a key to its lines so that the lines add up to it. If all lines are sales,
 * or all returns, it is allocated by their weights. If a key has both, sales and returns are
 * allocated separately: otherwise the weights of an exchange at the same price (+1000 and −1000)
 * would cancel out and the lines would have no VAT.
 */
export function allocateBySign(amount: Cents, weights: readonly Cents[], { part, whole, step }: Ratio): Cents[] {
  if (weights.length === 1) return [amount];
  const sold = weights.map((weight) => Math.max(weight, 0));
  const returned = weights.map((weight) => Math.min(weight, 0));
  const soldInAll = total(sold);
  const returnedInAll = total(returned);
  if (soldInAll === 0 && returnedInAll === 0) return weights.map((_, index) => (index === 0 ? amount : cents(0)));
  if (soldInAll === 0 || returnedInAll === 0) return allocate(amount, weights, step);
  const ofSold = proportion(soldInAll, part, whole, step);
  const soldShares = allocate(ofSold, sold, step);
  const returnedShares = allocate(cents(amount - ofSold), returned, step);
  return soldShares.map((share, index) => cents(share + (returnedShares[index] ?? 0)));
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
