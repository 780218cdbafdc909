import { type Cents, cents } from './cents.ts';
import type { Step } from './rounding.ts';

/**
 * Splits an amount in proportion to integer weights so that the parts add up exactly (largest
 * remainder method): each share is floored toward minus infinity, then the missing steps go to the
 * largest remainders, on a tie to the earlier one. Weights may be negative. If all weights are
 * zero, or cancel out, every part is zero. A zero weight gets nothing, and if 0 ≤ amount ≤ Σ
 * weights no part exceeds its weight. Throws a RangeError if the amount is not a whole number of
 * steps.
 */
export function allocate(amount: Cents, weights: readonly number[], step: Step = 1): Cents[] {
  if (amount % step !== 0) throw new RangeError(`${amount} is not a whole number of steps of ${step}`);
  const total = weights.reduce((a, b) => a + b, 0);
  if (!Number.isSafeInteger(total)) throw new RangeError(`weights do not add up to a whole number: ${total}`);
  if (total === 0) return weights.map(() => cents(0));
  const units = amount / step;
  const shares = weights.map((weight) => flooredShare(units, weight, total));
  const missing = units - shares.reduce((a, share) => a + share.floor, 0);
  for (const share of largestRemainders(shares, missing)) share.floor += 1;
  return shares.map((share) => cents(share.floor * step));
}

/**
 * A share before the missing steps are distributed: whole steps, and the floored remainder in
 * `|total|`-ths of a step.
 */
type Share = { floor: number; remainder: number };

function flooredShare(units: number, weight: number, total: number): Share {
  const product = (total < 0 ? -units : units) * weight;
  const size = Math.abs(total);
  // As in `proportion`: a product below 2^53 is exact, and so are the remainder and the quotient.
  if (Math.abs(product) > Number.MAX_SAFE_INTEGER) return flooredBigShare(units, weight, total);
  const rest = product % size;
  const quotient = (product - rest) / size;
  return rest < 0 ? { floor: quotient - 1, remainder: rest + size } : { floor: quotient, remainder: rest };
}

function flooredBigShare(units: number, weight: number, total: number): Share {
  const product = BigInt(total < 0 ? -units : units) * BigInt(weight);
  const size = BigInt(Math.abs(total));
  const rest = product % size;
  const quotient = product / size;
  // A remainder is below |total|, which is a safe integer.
  return rest < 0n
    ? { floor: Number(quotient - 1n), remainder: Number(rest + size) }
    : { floor: Number(quotient), remainder: Number(rest) };
}

function largestRemainders(shares: readonly Share[], count: number): readonly Share[] {
  if (count === 0) return [];
  // Array sorting is stable, so equal remainders keep the order of the lines.
  return [...shares].sort((a, b) => b.remainder - a.remainder).slice(0, count);
}
