import { type Breakdown, isNothing, isWithin, minus, taxIncluded, totalOf } from '../../vat/breakdown.ts';

/**
 * Whether a credit note of `part` may be taken from `rest`, the creditable remainder. It must be
 * more than zero, stay within the remainder of every key (net and VAT), and leave either nothing or
 * something creditable: crediting only the sales of an invoice that also has returns must not leave
 * a negative invoice.
 */
export function isCreditable(part: Breakdown, rest: Breakdown): boolean {
  const left = minus(rest, part);
  return isAnythingLeft(part) && isWithin(part, rest) && (isNothing(left) || isAnythingLeft(left));
}

/** Whether another credit note is possible: `rest` is more than zero, tax included. */
export const isAnythingLeft = (rest: Breakdown): boolean => taxIncluded(totalOf(rest)) > 0;
