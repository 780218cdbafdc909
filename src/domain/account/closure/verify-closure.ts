import { afterDay, type Closure, type LastClosed } from './closure.ts';
import { type Figures, plusFigures, type RunningTotals } from './figures.ts';
import { endsAt } from './period.ts';

/** The faults of a closure, other than a text that was changed. */
export type ClosureFault = 'closure_out_of_place' | 'closure_figures_differ' | 'closure_totals_differ';

/**
 * A stored closure and the hash of its text. For a day, `recounted` has the figures recomputed from
 * the audit-chain links.
 */
export type ToCheck = { readonly closure: Closure; readonly sha256: string; readonly recounted?: Figures };

/**
 * Checks closures one by one, in the order of the links they cover, a day before its month and a
 * month before its year. Each must follow the previous one, have the figures of the links it
 * covers, and continue the running totals. `isWhole`: the first closures given are the first of the
 * account; in a partial copy of the books the first ones are accepted as they are.
 */
export function closureChecker({ isWhole }: { isWhole: boolean }): { next: (given: ToCheck) => ClosureFault[] } {
  let last: LastClosed = {};
  const hashes = new Map<string, string>();
  // `month` sums the days since the last closed month, `year` the months since the last closed
  // year.
  const sums: { month?: Sum | undefined; year?: Sum | undefined } = {};
  return {
    next: ({ closure, sha256, recounted }) => {
      const before = last[closure.kind];
      const faults: ClosureFault[] = [];
      const isFirstSeen = before === undefined && !isWhole;
      if (!isFirstSeen && !joins(closure, before, hashes.get(closure.kind))) faults.push('closure_out_of_place');
      else if (!isItsOwnPeriod(closure)) faults.push('closure_out_of_place');
      const sum = closure.kind === 'day' ? undefined : sums[closure.kind];
      // In a partial copy of the books, days of the first month may be missing.
      const isSummed = closure.kind !== 'day' && (isWhole || sum?.firstSeq === closure.firstSeq);
      const figures = closure.kind === 'day' ? recounted : isSummed ? (sum?.figures ?? {}) : undefined;
      if (figures && !isSameFigures(figures, closure.figures)) faults.push('closure_figures_differ');
      if (!isFirstSeen && !totalsGoOn(closure, last)) faults.push('closure_totals_differ');

      if (closure.kind === 'day') sums.month = withPart(sums.month, closure);
      if (closure.kind === 'month') sums.year = withPart(sums.year, closure);
      if (closure.kind !== 'day') sums[closure.kind] = undefined;
      last = { ...last, [closure.kind]: closure };
      hashes.set(closure.kind, sha256);
      return faults;
    },
  };
}

type Sum = { readonly figures: Figures; readonly firstSeq: number };

const withPart = (sum: Sum | undefined, { figures, firstSeq }: Closure): Sum =>
  sum ? { ...sum, figures: plusFigures(sum.figures, figures) } : { figures, firstSeq };

const joins = (closure: Closure, before: Closure | undefined, hash: string | undefined): boolean =>
  closure.n === (before?.n ?? 0) + 1 &&
  closure.firstSeq === (before?.lastSeq ?? 0) + 1 &&
  closure.lastSeq >= closure.firstSeq &&
  closure.previous === hash &&
  (before === undefined || closure.startsOn > before.startsOn);

function isItsOwnPeriod(closure: Closure): boolean {
  try {
    return closure.endsAt === endsAt(closure, closure.zone) && closure.madeAt >= closure.endsAt;
  } catch {
    return false;
  }
}

function totalsGoOn(closure: Closure, last: LastClosed): boolean {
  const expected = closure.kind === 'day' ? afterDay(closure.startsOn, closure.figures, last.day) : last.day;
  if (!expected) return true;
  return isSameTotals(expected.yearToDate, closure.yearToDate) && isSameTotals(expected.perpetual, closure.perpetual);
}

const isSameFigures = (a: Figures, b: Figures): boolean => sorted(a) === sorted(b);
const isSameTotals = (a: RunningTotals, b: RunningTotals): boolean => sorted(a) === sorted(b);

/** Canonical text of a value: object keys are sorted. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
