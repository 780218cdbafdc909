import type { Claim } from '../document-queries.ts';

/**
 * Paid share of the amount due, from 0 to 1, for the dot's pie chart; undefined if nothing was
 * paid.
 */
export function partPaid({
  settlement: { paidAmount, remainingAmount },
}: Pick<Claim, 'settlement'>): number | undefined {
  return paidAmount > 0 ? paidAmount / (paidAmount + remainingAmount) : undefined;
}
