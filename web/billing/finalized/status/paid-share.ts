import type { Claim } from '../document-queries.ts';

/** The share of what was asked for that was paid, from 0 to 1, for the pie of a dot; undefined where nothing was. */
export function partPaid({
  settlement: { paidAmount, remainingAmount },
}: Pick<Claim, 'settlement'>): number | undefined {
  return paidAmount > 0 ? paidAmount / (paidAmount + remainingAmount) : undefined;
}
