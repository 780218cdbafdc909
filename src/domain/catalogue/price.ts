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
export type PriceSaid = {
  readonly unitPrice?: TenThousandths;
  readonly purchasePrice?: TenThousandths;
  readonly margin?: number;
  /** The unit price stands, whatever the purchase price becomes: the margin follows it. */
  readonly locked: boolean;
};

export type Price = {
  readonly unitPrice: TenThousandths;
  readonly purchasePrice?: TenThousandths;
  readonly margin?: number;
};

/**
 * The price of a product. A margin on a purchase price gives the unit price, rounded to the cent; a locked unit price, or
 * one without a margin, gives the margin instead. Said again with its own answer, locked or not, a price never changes.
 * Refuses `product_price_too_large` where the margin leads beyond `UNIT_PRICE_MAX_CENTS`.
 */
export function priceOf(said: PriceSaid): Price | Refused<'product_price_too_large'> {
  const { unitPrice, purchasePrice, margin, locked } = said;
  const sold = unitPrice ?? (0 as TenThousandths);
  if (purchasePrice === undefined) return { unitPrice: sold, ...(margin !== undefined && { margin }) };
  if (margin === undefined) return followedBy(purchasePrice, sold);
  const computed = priceAt(purchasePrice, margin);
  // Where both come to the same cent both stay as they were said: the decimals of the cent, and those of the percent.
  const agree = unitPrice !== undefined && computed !== undefined && inCents(unitPrice) === inCents(computed);
  if (agree) return { unitPrice, purchasePrice, margin };
  if (locked && unitPrice !== undefined) return followedBy(purchasePrice, unitPrice);
  if (computed === undefined) return { refused: 'product_price_too_large', limit: UNIT_PRICE_MAX_CENTS };
  return { unitPrice: computed, purchasePrice, margin };
}

/** A unit price that stands, with the margin it has on a purchase price. */
function followedBy(purchasePrice: TenThousandths, unitPrice: TenThousandths): Price {
  const margin = marginAt(purchasePrice, unitPrice);
  return { unitPrice, purchasePrice, ...(margin !== undefined && { margin }) };
}

/** What a purchase price comes to with a margin: round(purchase × (100 + margin) ÷ 100) cents. None above the limit. */
function priceAt(purchasePrice: TenThousandths, margin: number): TenThousandths | undefined {
  const { numerator, denominator } = decimal(margin);
  const percent = 100n * denominator + numerator;
  const top = BigInt(purchasePrice) * percent;
  const bottom = 100n * denominator * BigInt(TEN_THOUSAND);
  // It is the rounded price that has a limit: else the highest price of all would have no margin that gives it back.
  if (2n * top >= (2n * BigInt(UNIT_PRICE_MAX_CENTS) + 1n) * bottom) return undefined;
  return (roundedRatio(top, bottom) * TEN_THOUSAND) as TenThousandths;
}

/**
 * The margin a price stands for: the shortest percentage that gives the price back to the cent. None on a purchase price
 * of zero, nor beyond `MARGIN_MAX`.
 */
function marginAt(purchasePrice: TenThousandths, unitPrice: TenThousandths): number | undefined {
  if (purchasePrice === 0) return undefined;
  const gained = BigInt(unitPrice) - BigInt(purchasePrice);
  if (gained * 100n > BigInt(MARGIN_MAX) * BigInt(purchasePrice)) return undefined;
  for (let decimals = 0; decimals <= MARGIN_DECIMALS_MAX; decimals++) {
    // Where the price is the very half of a cent, the nearer one may give the cent below.
    for (const scaled of neighbours(gained * 100n * 10n ** BigInt(decimals), BigInt(purchasePrice))) {
      const margin = Number(scaled) / 10 ** decimals;
      const back = priceAt(purchasePrice, margin);
      if (back !== undefined && inCents(back) === inCents(unitPrice)) return margin;
    }
  }
  return undefined;
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
