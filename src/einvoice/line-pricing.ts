import type { LineAmounts } from '../domain/billing/document/totals/totals.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { roundedRatio } from '../domain/money/rounding.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import type { ElectronicLine, LineAdjustment } from './electronic-invoice.ts';

/** The price of a line, such that quantity × price − discounts + charges comes to its net to the cent. */
export type LinePricing = Pick<ElectronicLine, 'price' | 'baseQuantity' | 'adjustments'>;

type Priced = {
  readonly quantity: TenThousandths;
  readonly amounts: Pick<LineAmounts, 'net' | 'discount' | 'unitPriceNet'>;
  /** What a discount is called. */
  readonly discount: string;
  /** What the cents are called that no price can say. */
  readonly rounding: string;
};

/**
 * A price tax excluded says the net of its line by itself. One that was promised tax included does not: its net is a
 * share of what all lines of its rate come to. Such a line gets the price of one unit to six decimals that gives the net,
 * else the price of all its units together, which always does; and only where the net lies on the other side of zero
 * than the quantity, the cents between them apart.
 */
export function pricingOf({ quantity, amounts, discount, rounding }: Priced): LinePricing {
  const gross = cents(amounts.net + amounts.discount);
  const discounts = adjustment(-amounts.discount, discount);
  const unit = [amounts.unitPriceNet, unitPriceFor(gross, quantity)].find(
    (price) => price !== undefined && comesTo(price, quantity) === gross,
  );
  if (unit !== undefined) return { price: unit, adjustments: discounts };
  if (quantity !== 0 && Math.sign(quantity) === Math.sign(gross)) {
    const baseQuantity = Math.abs(quantity) as TenThousandths;
    return { price: priceAt(gross), baseQuantity, adjustments: discounts };
  }
  const missing = gross - comesTo(amounts.unitPriceNet, quantity);
  return { price: amounts.unitPriceNet, adjustments: [...discounts, ...adjustment(missing, rounding)] };
}

/** One unit, or minus one, at a net. */
export const oneAtNet = (net: Cents): { quantity: TenThousandths } & LinePricing => ({
  quantity: (net < 0 ? -UNIT : UNIT) as TenThousandths,
  price: priceAt(net),
  adjustments: [],
});

const UNIT = 10_000;
/** Quantity and unit price are both counted in ten-thousandths. */
const HUNDRED_MILLION = 100_000_000n;

const priceAt = (net: Cents): TenThousandths => (Math.abs(net) * UNIT) as TenThousandths;

/**
 * quantity × price to two decimals, as whoever reads the file computes it: also in a currency without decimals, whose line
 * was rounded to a whole unit.
 */
const comesTo = (price: number, quantity: TenThousandths): Cents =>
  roundedRatio(BigInt(price) * BigInt(quantity), HUNDRED_MILLION);

/** The price of one unit nearest to a net; undefined where it would be negative, or of nothing. */
function unitPriceFor(gross: Cents, quantity: TenThousandths): TenThousandths | undefined {
  if (quantity === 0 || (gross !== 0 && Math.sign(gross) !== Math.sign(quantity))) return undefined;
  const price: number = roundedRatio(BigInt(gross) * HUNDRED_MILLION, BigInt(quantity));
  return price as TenThousandths;
}

/** A return gives its discount back: that is a charge. */
const adjustment = (amount: number, reason: string): LineAdjustment[] =>
  amount === 0 ? [] : [{ charge: amount > 0, amount: cents(Math.abs(amount)), reason }];
