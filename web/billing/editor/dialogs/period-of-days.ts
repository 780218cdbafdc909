import type { Day } from '../fields/parse-date.ts';

type Period = { readonly from: Day; readonly to: Day };

/**
 * A period after one of its days was entered. The other one becomes the first or the last day of
 * that month if there is none, or if the period would end before it begins.
 */
export function withDay(before: Period | null, end: keyof Period, day: Day | undefined): Period | null {
  if (day === undefined) return null;
  const after = { ...(before ?? monthOf(day)), [end]: day };
  return after.from <= after.to ? after : { ...monthOf(day), [end]: day };
}

function monthOf(day: Day): Period {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${day.slice(0, 8)}01`, to: `${day.slice(0, 8)}${String(last).padStart(2, '0')}` };
}
