import { type Cents, cents } from './cents.ts';

/** The smallest amount of a currency, in cents: 1, or 100 without decimals. */
export type Step = 1 | 100;

/**
 * `numerator ÷ denominator` cents, rounded to the nearest step, half away from zero (1.5 → 2, −1.5
 * → −2): commercial rounding, as EN 16931 expects for amounts with two decimals. Throws a
 * RangeError on a zero denominator and on a result above 2^53, which are bugs.
 */
export function roundedRatio(numerator: bigint, denominator: bigint, step: Step = 1): Cents {
  const unit = denominator * BigInt(step);
  const [above, below] = unit < 0n ? [-numerator, -unit] : [numerator, unit];
  const quotient = above / below;
  const remainder = above % below;
  const isHalfOrMore = 2n * (remainder < 0n ? -remainder : remainder) >= below;
  const rounded = isHalfOrMore ? quotient + (above < 0n ? -1n : 1n) : quotient;
  return cents(Number(rounded) * step);
}

/**
 * `amount × part ÷ whole`, rounded the same way. All are integers, `whole` is not zero. Totals are
 * computed on every write of a document, so plain numbers are used where they are exact: a product
 * of integers that a double shows below 2^53 is exact, because rounding never crosses 2^53.
 */
export function proportion(amount: number, part: number, whole: number, step: Step = 1): Cents {
  const product = amount * part;
  const unit = whole * step;
  if (Math.abs(product) > Number.MAX_SAFE_INTEGER || Math.abs(unit) > HALF_OF_SAFE) {
    return roundedRatio(BigInt(amount) * BigInt(part), BigInt(whole), step);
  }
  if (unit === 0) throw new RangeError('division by zero in a proportion');
  // The remainder of two doubles is exact, and the rest divides exactly, so no quotient is rounded
  // by floating point.
  const remainder = product % unit;
  const quotient = (product - remainder) / unit;
  if (2 * Math.abs(remainder) < Math.abs(unit)) return cents(quotient * step);
  return cents((quotient + (product < 0 === unit < 0 ? 1 : -1)) * step);
}

/** Twice a remainder must be exact. */
const HALF_OF_SAFE = 2 ** 52;
