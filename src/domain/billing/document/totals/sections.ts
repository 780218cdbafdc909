import { type Cents, sum } from '../../../money/cents.ts';
import type { Line } from '../lines/line.ts';
import type { LineAmounts } from './totals.ts';

/** Lines that follow each other under one heading, and what they come to in cents, before the discount of the document. */
export type Section = {
  readonly title: string;
  /** The place of its first line on the document, from 0. */
  readonly from: number;
  /** How many lines it has: one at least. */
  readonly count: number;
  /** Without tax, after the discounts of its lines. */
  readonly net: Cents;
  /** The same with tax. */
  readonly total: Cents;
};

/**
 * The sections of a document in the order of its lines. A heading that comes again after other lines begins a section of its
 * own. Lines without a heading are in none: with them the sections add up to `Totals.netBeforeDiscount`, since lines do.
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
