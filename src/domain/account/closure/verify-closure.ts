import { afterDay, type Closure, type LastClosed } from './closure.ts';
import { type Figures, plusFigures, type RunningTotals } from './figures.ts';
import { endsAt } from './period.ts';

/** What can be wrong with a closure beside its text. */
export type ClosureFault = 'closure_out_of_place' | 'closure_figures_differ' | 'closure_totals_differ';

/** A closure as it is kept, with the hash of its text; a day with what its links come to when they are added up again. */
export type ToCheck = { readonly closure: Closure; readonly sha256: string; readonly recounted?: Figures };

/**
 * Checks closures one after the other, in the order of the links they cover, a day before its month and a month before its
 * year: that each joins the one before, that its figures are those of what it covers, and that the running totals go on.
 * `isWhole` says that the first to come are the first of all; in a part of the books they are taken as they are.
 */
export function closureChecker({ isWhole }: { isWhole: boolean }): { next: (given: ToCheck) => ClosureFault[] } {
  let last: LastClosed = {};
  const hashes = new Map<string, string>();
  // What the days since the last month, and the months since the last year, come to, from which link on.
  const sums: { month?: Sum | undefined; year?: Sum | undefined } = {};
  return {
    next: ({ closure, sha256, recounted }) => {
      const before = last[closure.kind];
      const faults: ClosureFault[] = [];
      const isFirstSeen = before === undefined && !isWhole;
      if (!isFirstSeen && !joins(closure, before, hashes.get(closure.kind))) faults.push('closure_out_of_place');
      else if (!isItsOwnPeriod(closure)) faults.push('closure_out_of_place');
      const sum = closure.kind === 'day' ? undefined : sums[closure.kind];
      // In a part of the books the first month may have days that are not there.
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

/** One text for one value, whatever the order of its members. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
