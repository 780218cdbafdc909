import { type Breakdown, isNothing, isWithin, minus, taxIncluded, totalOf } from '../../vat/breakdown.ts';

/**
 * Whether a credit note of `part` may be taken from `rest`, what remains to credit. It must come to more than zero,
 * stay within what remains of every key, tax excluded and VAT, and leave either nothing or something that can itself be
 * credited: crediting only the sales of an invoice that also holds returns must not leave a negative invoice behind.
 */
export function isCreditable(part: Breakdown, rest: Breakdown): boolean {
  const left = minus(rest, part);
  return isAnythingLeft(part) && isWithin(part, rest) && (isNothing(left) || isAnythingLeft(left));
}

/** Whether a credit note could still take anything: `rest` comes to more than zero, tax included. */
export const isAnythingLeft = (rest: Breakdown): boolean => taxIncluded(totalOf(rest)) > 0;
