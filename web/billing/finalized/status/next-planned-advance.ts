import type { Offer } from '../document-queries.ts';

export type Planned = Offer['advanceEstimateLines']['advances'][number];

/**
 * The next planned advance of an offer with its index, if one is left. A cancelled advance counts
 * as left.
 */
export function nextPlannedAdvance({
  advanceEstimateLines,
  advances,
}: Pick<Offer, 'advanceEstimateLines' | 'advances'>):
  | { readonly planned: Planned; readonly place: number }
  | undefined {
  const place = advances.filter(({ canceledAt }) => canceledAt === undefined).length;
  const planned = advanceEstimateLines.advances[place];
  return planned && { planned, place };
}
