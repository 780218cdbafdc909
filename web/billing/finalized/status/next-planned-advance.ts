import type { Offer } from '../document-queries.ts';

export type Planned = Offer['advanceEstimateLines']['advances'][number];

/** The advance an offer announced that is asked for next, and its place there from 0, if one is left. One that was canceled is to be asked for again. */
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
