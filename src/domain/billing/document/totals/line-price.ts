import type { Cents } from '../../../money/cents.ts';
import { cents } from '../../../money/cents.ts';
import { proportion, type Step } from '../../../money/rounding.ts';
import { TEN_THOUSAND } from '../../../money/ten-thousandths.ts';
import type { Line } from '../lines/line.ts';
import { type Discount, PERCENTAGE_MAX } from './discount.ts';

/** What of a line its price depends on. */
export type PricedLine = Pick<Line, 'quantity' | 'unitPrice' | 'taxIncluded' | 'type' | 'vatCode' | 'discount'>;

/** A line's own figures in cents, tax included or excluded as its unit price was entered. */
export type LinePrice = { readonly discount: Cents; readonly net: Cents };

/** quantity × unit price, rounded once, less the line's own discount. */
export function linePriceOf(line: PricedLine, step: Step): LinePrice {
  const gross = grossOf(line, step);
  const discount = line.discount ? discountOf(line.discount, gross, step) : cents(0);
  return { discount, net: cents(gross - discount) };
}

/** A discount on a base: it has the sign of its base (a return gives it back) and is never larger than it. */
export function discountOf(discount: Discount, base: Cents, step: Step): Cents {
  const size = Math.abs(base);
  const asked =
    discount.mode === 'PERCENTAGE'
      ? proportion(size, discount.amount, PERCENTAGE_MAX, step)
      : proportion(discount.amount, 1, 1, step);
  const given = Math.min(asked, size);
  return cents(base < 0 ? -given : given);
}

/** Both factors are ten-thousandths, so their product is counted in hundred-millionths of a cent. */
const grossOf = (line: PricedLine, step: Step): Cents =>
  proportion(line.quantity, line.unitPrice, TEN_THOUSAND * TEN_THOUSAND, step);
