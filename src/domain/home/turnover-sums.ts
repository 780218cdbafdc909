import { type Cents, cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { Sold, TurnoverPart } from './turnover-part.ts';

/** Both days are included. */
export type Span = { readonly from: CivilDay; readonly to: CivilDay };

/**
 * The sum of a list in the account's currency, and separately in others: amounts of different
 * currencies are never added up.
 */
export type Summed = {
  readonly amount: Cents;
  readonly count: number;
  readonly others: readonly { readonly currency: string; readonly amount: Cents; readonly count: number }[];
};

/** The sum of one currency. */
export type InCurrency = { readonly currency: string; readonly amount: number; readonly count: number };

/**
 * The account's currency separately, the others sorted by code; currencies without amount and count
 * are left out.
 */
export function summed(entries: Iterable<InCurrency>, own: string): Summed {
  const sums = new Map<string, { amount: number; count: number }>();
  for (const { currency, amount, count } of entries) {
    const known = sums.get(currency) ?? { amount: 0, count: 0 };
    sums.set(currency, { amount: known.amount + amount, count: known.count + count });
  }
  const of = (currency: string) => sums.get(currency) ?? { amount: 0, count: 0 };
  return {
    amount: cents(of(own).amount),
    count: of(own).count,
    others: [...sums.keys()]
      .filter((currency) => currency !== own && (of(currency).amount !== 0 || of(currency).count !== 0))
      .toSorted()
      .map((currency) => ({ currency, amount: cents(of(currency).amount), count: of(currency).count })),
  };
}

const isWithin = (on: CivilDay, { from, to }: Span): boolean => on >= from && on <= to;

/**
 * Net turnover of a period in the account's currency, at the rates frozen in the documents. Credit
 * notes are subtracted, disbursements do not count (CGI art. 267, II 2°).
 */
export function turnoverWithin(parts: readonly TurnoverPart[], how: TurnoverPart['how'], span: Span): Summed {
  const within = parts.filter((part) => part.how === how && isWithin(part.on, span));
  return {
    amount: cents(within.reduce((all, { key, accountNet }) => (key === 'disbursement' ? all : all + accountNet), 0)),
    count: within.reduce((all, { count }) => all + count, 0),
    others: [],
  };
}

/** The same for a threshold: goods, services or both. */
export const turnoverForThreshold = (
  parts: readonly TurnoverPart[],
  { how, span, sold }: { how: TurnoverPart['how']; span: Span; sold?: Sold | undefined },
): Cents =>
  cents(
    parts.reduce((all, part) => {
      const counts = part.how === how && part.key !== 'disbursement' && isWithin(part.on, span);
      return counts && (sold === undefined || part.sold === sold) ? all + part.accountNet : all;
    }, 0),
  );
