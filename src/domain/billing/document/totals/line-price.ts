import type { Cents } from '../../../money/cents.ts';
import { cents } from '../../../money/cents.ts';
import { proportion, type Step } from '../../../money/rounding.ts';
import { TEN_THOUSAND } from '../../../money/ten-thousandths.ts';
import type { Line } from '../lines/line.ts';
import { type Discount, PERCENTAGE_MAX } from './discount.ts';

/** The fields that determine the price of a line. */
export type PricedLine = Pick<Line, 'quantity' | 'unitPrice' | 'taxIncluded' | 'type' | 'vatCode' | 'discount'>;

/** The amounts of a line in cents, tax included or excluded like its unit price. */
export type LinePrice = { readonly discount: Cents; readonly net: Cents };

/** Quantity × unit price, rounded once, minus the line's own discount. */
export function linePriceOf(line: PricedLine, step: Step): LinePrice {
  const gross = grossOf(line, step);
  const discount = line.discount ? discountOf(line.discount, gross, step) : cents(0);
  return { discount, net: cents(gross - discount) };
}

/**
 * The discount on a base, in cents: with the sign of the base (a return reverses it), and at most
 * its amount.
 */
export function discountOf(discount: Discount, base: Cents, step: Step): Cents {
  const size = Math.abs(base);
  const uncapped =
    discount.mode === 'PERCENTAGE'
      ? proportion(size, discount.amount, PERCENTAGE_MAX, step)
      : proportion(discount.amount, 1, 1, step);
  const discounted = Math.min(uncapped, size);
  return cents(base < 0 ? -discounted : discounted);
}

/** Both factors are ten-thousandths, so their product is in hundred-millionths of a cent. */
const grossOf = (line: PricedLine, step: Step): Cents =>
  proportion(line.quantity, line.unitPrice, TEN_THOUSAND * TEN_THOUSAND, step);
