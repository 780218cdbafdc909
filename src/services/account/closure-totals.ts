import { closuresSince } from '../../db/account/closures.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Closure, LastClosed } from '../../domain/account/closure/closure.ts';
import { type Figures, plusFigures } from '../../domain/account/closure/figures.ts';

type Sum = { figures: Figures; lastSeq: number };

/** The sums of the days since the last month and of the months since the last year. */
export type SumsOfClosed = {
  /** Adds a new closure. */
  note: (closure: Closure) => Promise<void>;
  /** The sum for the next month or year. */
  take: (whole: 'month' | 'year') => Promise<Sum>;
};

const partOf = { month: 'day', year: 'month' } as const;

/** Reads earlier closures only if there is something to close. */
export function sumsOfClosed(tx: Tx, test: boolean, before: LastClosed): SumsOfClosed {
  const sums = new Map<'month' | 'year', Sum>();
  const sumOf = async (whole: 'month' | 'year'): Promise<Sum> => {
    const known = sums.get(whole);
    if (known) return known;
    const parts = await closuresSince(tx, test, partOf[whole], before[whole]?.lastSeq ?? 0);
    const sum = parts.reduce(added, { figures: {}, lastSeq: 0 });
    sums.set(whole, sum);
    return sum;
  };
  return {
    note: async (closure) => {
      for (const whole of ['month', 'year'] as const) {
        const sum = await sumOf(whole);
        if (closure.kind === whole) sums.set(whole, { figures: {}, lastSeq: 0 });
        else if (closure.kind === partOf[whole]) sums.set(whole, added(sum, closure));
      }
    },
    take: sumOf,
  };
}

const added = (sum: Sum, { figures, lastSeq }: Closure): Sum => ({
  figures: plusFigures(sum.figures, figures),
  lastSeq,
});
