import { type Cents, cents } from '../money/cents.ts';
import { decimal } from '../money/decimal.ts';
import { proportion, roundedRatio, type Step } from '../money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import { rateOf, type VatCode } from '../vat/vat-code.ts';

/** Cents: a billion euros per unit, as on a line. */
export const UNIT_PRICE_MAX_CENTS = 100_000_000_000;
/** Percent: no price is below minus one hundred, and no readable margin above the maximum. */
export const MARGIN_MIN = -100;
export const MARGIN_MAX = 1_000_000;
/**
 * Maximum decimals of a margin needed to give its price back, and the decimals shown if fewer are
 * enough.
 */
const MARGIN_DECIMALS_MAX = 12;

/**
 * The input for a product's price. Prices are ten-thousandths of a cent, the margin plain percent
 * (30 is 30 %).
 */
export type PriceInput = {
  readonly unitPrice?: TenThousandths;
  readonly purchasePrice?: TenThousandths;
  readonly margin?: number;
  /** The unit price stays when the purchase price changes; the margin follows. */
  readonly locked: boolean;
} & Tax;

/**
 * Whether a unit price includes tax. The purchase price and the price computed from a margin
 * exclude it.
 */
type Tax = { readonly taxesIncluded: boolean; readonly vatCode: VatCode };

export type Price = {
  readonly unitPrice: TenThousandths;
  readonly purchasePrice?: TenThousandths;
  readonly margin?: number;
};

/**
 * Computes the price of a product. A margin on a purchase price gives the net price, rounded to the
 * cent, plus the tax if the unit price includes it. A locked unit price, or one without a margin,
 * determines the margin instead. The result is stable: entering it again, locked or not, does not
 * change it. Refuses `product_price_too_large` if the margin leads above `UNIT_PRICE_MAX_CENTS`.
 */
export function priceOf(input: PriceInput): Price | Refused<'product_price_too_large'> {
  const { unitPrice, purchasePrice, margin, locked } = input;
  const sold = unitPrice ?? (0 as TenThousandths);
  if (purchasePrice === undefined) return { unitPrice: sold, ...(margin !== undefined && { margin }) };
  if (margin === undefined) return followedBy(purchasePrice, sold, input);
  const net = netAt(purchasePrice, margin);
  // If both give the same cent, both stay as entered, with the decimals of the cent and of the
  // percent.
  const agree = unitPrice !== undefined && net === netOf(unitPrice, input);
  if (agree) return { unitPrice, purchasePrice, margin };
  if (locked && unitPrice !== undefined) return followedBy(purchasePrice, unitPrice, input);
  const computed = net === undefined ? undefined : withItsTax(net, input);
  if (computed === undefined) return { refused: 'product_price_too_large', limit: UNIT_PRICE_MAX_CENTS };
  return { unitPrice: computed, purchasePrice, margin };
}

/** A fixed unit price with its margin on the purchase price. */
function followedBy(purchasePrice: TenThousandths, unitPrice: TenThousandths, tax: Tax): Price {
  const margin = marginAt(purchasePrice, unitPrice, tax);
  return { unitPrice, purchasePrice, ...(margin !== undefined && { margin }) };
}

/**
 * The net price for a purchase price and a margin: round(purchase × (100 + margin) ÷ 100).
 * Undefined above the limit.
 */
function netAt(purchasePrice: TenThousandths, margin: number): Cents | undefined {
  const { numerator, denominator } = decimal(margin);
  const percent = 100n * denominator + numerator;
  const top = BigInt(purchasePrice) * percent;
  const bottom = 100n * denominator * BigInt(TEN_THOUSAND);
  // The limit applies to the rounded price; otherwise no margin would give the highest price back.
  if (2n * top >= (2n * BigInt(UNIT_PRICE_MAX_CENTS) + 1n) * bottom) return undefined;
  return roundedRatio(top, bottom);
}

/** The unit price for a net amount. Undefined above the limit. */
function withItsTax(net: Cents, { taxesIncluded, vatCode }: Tax): TenThousandths | undefined {
  const price = taxesIncluded ? net + proportion(net, rateOf(vatCode), TEN_THOUSAND) : net;
  return price > UNIT_PRICE_MAX_CENTS ? undefined : ((price * TEN_THOUSAND) as TenThousandths);
}

/** The net of a unit price, to the cent, as shown in the catalogue. */
const netOf = (unitPrice: TenThousandths, tax: Tax): Cents => taxedPriceOf({ unitPrice, ...tax }, 1).withoutTaxes;

/**
 * The margin of a price: the shortest percentage that gives its net back to the cent. Undefined for
 * a purchase price of zero and above `MARGIN_MAX`.
 */
function marginAt(purchasePrice: TenThousandths, unitPrice: TenThousandths, tax: Tax): number | undefined {
  if (purchasePrice === 0) return undefined;
  const net = netOf(unitPrice, tax);
  const { price, parts } = exactNet(unitPrice, tax);
  const bought = BigInt(purchasePrice) * parts;
  const gained = price - bought;
  if (gained * 100n > BigInt(MARGIN_MAX) * bought) return undefined;
  for (let decimals = 0; decimals <= MARGIN_DECIMALS_MAX; decimals++) {
    // If the price is exactly half a cent, the nearest percentage may give the cent below.
    for (const scaled of neighbours(gained * 100n * 10n ** BigInt(decimals), bought)) {
      const margin = Number(scaled) / 10 ** decimals;
      if (netAt(purchasePrice, margin) === net) return margin;
    }
  }
  return undefined;
}

/** The net of a unit price before rounding: `price ÷ parts` ten-thousandths of a cent. */
function exactNet(unitPrice: TenThousandths, { taxesIncluded, vatCode }: Tax): { price: bigint; parts: bigint } {
  if (!taxesIncluded) return { price: BigInt(unitPrice), parts: 1n };
  // A tax-included price is exact to the cent; fractions below carry no tax.
  const price = BigInt(inCents(unitPrice)) * BigInt(TEN_THOUSAND) ** 2n;
  return { price, parts: BigInt(TEN_THOUSAND + rateOf(vatCode)) };
}

/** The two integers around a quotient, the nearer one first. The denominator is positive. */
function neighbours(numerator: bigint, denominator: bigint): readonly [bigint, bigint] {
  const towardsZero = numerator / denominator;
  const low = numerator < towardsZero * denominator ? towardsZero - 1n : towardsZero;
  const isLowNearer = 2n * (numerator - low * denominator) < denominator;
  return isLowNearer ? [low, low + 1n] : [low + 1n, low];
}

const inCents = (price: TenThousandths, step: Step = 1): Cents => proportion(price, 1, TEN_THOUSAND, step);

/**
 * The price of one unit with and without tax, in cents of the account's currency: they add up
 * exactly.
 */
export type TaxedPrice = { readonly withoutTaxes: Cents; readonly vat: Cents; readonly withTaxes: Cents };

/**
 * The price of one unit on a document of its own (one line, quantity 1, no discount): the entered
 * side stays exact to the cent, the other follows from the rate.
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
