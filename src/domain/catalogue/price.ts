import { type Cents, cents } from '../money/cents.ts';
import { decimal } from '../money/decimal.ts';
import { proportion, roundedRatio, type Step } from '../money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import { rateOf, type VatCode } from '../vat/vat-code.ts';

/** Cents: a thousand million euros for one unit, as on a line. */
export const UNIT_PRICE_MAX_CENTS = 100_000_000_000;
/** Percent: nothing is sold below minus one hundred, and no margin that can be read is above the other. */
export const MARGIN_MIN = -100;
export const MARGIN_MAX = 1_000_000;
/** Decimals of a percent a margin may need to give its price back, and those it is shown with where fewer would do. */
const MARGIN_DECIMALS_MAX = 12;

/** What was said of a product's price. Prices are ten-thousandths of a cent, the margin plain percent (30 is 30 %). */
export type PriceInput = {
  readonly unitPrice?: TenThousandths;
  readonly purchasePrice?: TenThousandths;
  readonly margin?: number;
  /** The unit price stands, whatever the purchase price becomes: the margin follows it. */
  readonly locked: boolean;
} & Tax;

/** How a unit price is meant. The purchase price, and what a margin makes of it, are without tax. */
type Tax = { readonly taxesIncluded: boolean; readonly vatCode: VatCode };

export type Price = {
  readonly unitPrice: TenThousandths;
  readonly purchasePrice?: TenThousandths;
  readonly margin?: number;
};

/**
 * The price of a product. A margin on a purchase price gives the price without tax, rounded to the cent; the unit price is
 * that, with the tax on top where it includes it. A locked unit price, or one without a margin, gives the margin instead.
 * Said again with its own answer, locked or not, a price never changes.
 * Refuses `product_price_too_large` where the margin leads beyond `UNIT_PRICE_MAX_CENTS`.
 */
export function priceOf(said: PriceInput): Price | Refused<'product_price_too_large'> {
  const { unitPrice, purchasePrice, margin, locked } = said;
  const sold = unitPrice ?? (0 as TenThousandths);
  if (purchasePrice === undefined) return { unitPrice: sold, ...(margin !== undefined && { margin }) };
  if (margin === undefined) return followedBy(purchasePrice, sold, said);
  const net = netAt(purchasePrice, margin);
  // Where both come to the same cent both stay as they were said: the decimals of the cent, and those of the percent.
  const agree = unitPrice !== undefined && net === netOf(unitPrice, said);
  if (agree) return { unitPrice, purchasePrice, margin };
  if (locked && unitPrice !== undefined) return followedBy(purchasePrice, unitPrice, said);
  const computed = net === undefined ? undefined : withItsTax(net, said);
  if (computed === undefined) return { refused: 'product_price_too_large', limit: UNIT_PRICE_MAX_CENTS };
  return { unitPrice: computed, purchasePrice, margin };
}

/** A unit price that stands, with the margin it has on a purchase price. */
function followedBy(purchasePrice: TenThousandths, unitPrice: TenThousandths, tax: Tax): Price {
  const margin = marginAt(purchasePrice, unitPrice, tax);
  return { unitPrice, purchasePrice, ...(margin !== undefined && { margin }) };
}

/** What a purchase price comes to with a margin, without tax: round(purchase × (100 + margin) ÷ 100). None above the limit. */
function netAt(purchasePrice: TenThousandths, margin: number): Cents | undefined {
  const { numerator, denominator } = decimal(margin);
  const percent = 100n * denominator + numerator;
  const top = BigInt(purchasePrice) * percent;
  const bottom = 100n * denominator * BigInt(TEN_THOUSAND);
  // It is the rounded price that has a limit: else the highest price of all would have no margin that gives it back.
  if (2n * top >= (2n * BigInt(UNIT_PRICE_MAX_CENTS) + 1n) * bottom) return undefined;
  return roundedRatio(top, bottom);
}

/** The unit price that is so much without tax. None above the limit. */
function withItsTax(net: Cents, { taxesIncluded, vatCode }: Tax): TenThousandths | undefined {
  const price = taxesIncluded ? net + proportion(net, rateOf(vatCode), TEN_THOUSAND) : net;
  return price > UNIT_PRICE_MAX_CENTS ? undefined : ((price * TEN_THOUSAND) as TenThousandths);
}

/** What a unit price is without tax, to the cent, as the catalogue shows it. */
const netOf = (unitPrice: TenThousandths, tax: Tax): Cents => taxedPriceOf({ unitPrice, ...tax }, 1).withoutTaxes;

/**
 * The margin a price stands for: the shortest percentage that gives its price without tax back to the cent. None on a
 * purchase price of zero, nor beyond `MARGIN_MAX`.
 */
function marginAt(purchasePrice: TenThousandths, unitPrice: TenThousandths, tax: Tax): number | undefined {
  if (purchasePrice === 0) return undefined;
  const net = netOf(unitPrice, tax);
  const { price, parts } = exactNet(unitPrice, tax);
  const bought = BigInt(purchasePrice) * parts;
  const gained = price - bought;
  if (gained * 100n > BigInt(MARGIN_MAX) * bought) return undefined;
  for (let decimals = 0; decimals <= MARGIN_DECIMALS_MAX; decimals++) {
    // Where the price is the very half of a cent, the nearer one may give the cent below.
    for (const scaled of neighbours(gained * 100n * 10n ** BigInt(decimals), bought)) {
      const margin = Number(scaled) / 10 ** decimals;
      if (netAt(purchasePrice, margin) === net) return margin;
    }
  }
  return undefined;
}

/** A unit price without tax, before it is rounded: `price ÷ parts` ten-thousandths of a cent. */
function exactNet(unitPrice: TenThousandths, { taxesIncluded, vatCode }: Tax): { price: bigint; parts: bigint } {
  if (!taxesIncluded) return { price: BigInt(unitPrice), parts: 1n };
  // A price that includes tax is promised to the cent: what is beyond it has no tax.
  const price = BigInt(inCents(unitPrice)) * BigInt(TEN_THOUSAND) ** 2n;
  return { price, parts: BigInt(TEN_THOUSAND + rateOf(vatCode)) };
}

/** The two whole numbers a quotient lies between, the nearer one first. The denominator is above zero. */
function neighbours(numerator: bigint, denominator: bigint): readonly [bigint, bigint] {
  const towardsZero = numerator / denominator;
  const low = numerator < towardsZero * denominator ? towardsZero - 1n : towardsZero;
  const isLowNearer = 2n * (numerator - low * denominator) < denominator;
  return isLowNearer ? [low, low + 1n] : [low + 1n, low];
}

const inCents = (price: TenThousandths, step: Step = 1): Cents => proportion(price, 1, TEN_THOUSAND, step);

/** One unit's price with and without tax, in cents of the account's currency: together they are exact. */
export type TaxedPrice = { readonly withoutTaxes: Cents; readonly vat: Cents; readonly withTaxes: Cents };

/**
 * What one unit costs on a document of its own (one line, quantity 1, no discount): the side that was promised is kept to
 * the cent, and the other follows from the rate.
 */
export function taxedPriceOf(
  price: { readonly unitPrice: TenThousandths; readonly taxesIncluded: boolean; readonly vatCode: VatCode },
  step: Step,
): TaxedPrice {
  const rate = rateOf(price.vatCode);
  const promised = inCents(price.unitPrice, step);
  if (price.taxesIncluded) {
    const withoutTaxes = proportion(promised, TEN_THOUSAND, TEN_THOUSAND + rate, step);
    return { withoutTaxes, vat: cents(promised - withoutTaxes), withTaxes: promised };
  }
  const vat = proportion(promised, rate, TEN_THOUSAND, step);
  return { withoutTaxes: promised, vat, withTaxes: cents(promised + vat) };
}
