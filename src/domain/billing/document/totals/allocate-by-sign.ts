import { allocate } from '../../../money/allocate.ts';
import { type Cents, cents } from '../../../money/cents.ts';
import { proportion, type Step } from '../../../money/rounding.ts';

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
