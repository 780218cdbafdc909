import { type Cents, sum } from '../../../money/cents.ts';
import type { Line } from '../lines/line.ts';
import type { LineAmounts } from './totals.ts';

/**
 * Consecutive lines with the same heading, and their sums in cents before the document discount.
 */
export type Section = {
  readonly title: string;
  /** The index of its first line, from 0. */
  readonly from: number;
  /** The number of its lines, at least one. */
  readonly count: number;
  /** Tax excluded, after the line discounts. */
  readonly net: Cents;
  /** Tax included, after the line discounts. */
  readonly total: Cents;
};

/**
 * The sections of a document in the order of its lines. A heading that reappears after other lines
 * begins a new section. Lines without a heading belong to no section; together with the sections
 * they add up to `Totals.netBeforeDiscount`.
 */
export function sectionsOf(lines: readonly Pick<Line, 'section'>[], amounts: readonly LineAmounts[]): Section[] {
  return runsOf(lines).map(({ title, from, count }) => {
    const own = amounts.slice(from, from + count);
    return { title, from, count, net: sum(own.map(({ net }) => net)), total: sum(own.map(({ total }) => total)) };
  });
}

function runsOf(lines: readonly Pick<Line, 'section'>[]) {
  const runs: { title: string; from: number; count: number }[] = [];
  lines.forEach(({ section: title }, place) => {
    const last = runs.at(-1);
    if (last && last.title === title && last.from + last.count === place) last.count += 1;
    else if (title !== undefined) runs.push({ title, from: place, count: 1 });
  });
  return runs;
}
