import { type Cents, cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { Sold, TurnoverPart } from './turnover-part.ts';

/** From and to, both belong to it. */
export type Span = { readonly from: CivilDay; readonly to: CivilDay };

/** What a list comes to in the account's currency, and beside it in others: amounts of different currencies are never added up. */
export type Summed = {
  readonly amount: Cents;
  readonly count: number;
  readonly others: readonly { readonly currency: string; readonly amount: Cents; readonly count: number }[];
};

/** What one currency comes to. */
export type InCurrency = { readonly currency: string; readonly amount: number; readonly count: number };

/** The account's currency apart, the others in the order of their codes; what comes to nothing and counts nothing is left out. */
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
 * Turnover of a span, tax excluded, in the account's currency, whatever the currency of its documents: each froze its rate.
 * Credit notes take from it, disbursements are none of it (CGI art. 267, II 2°).
 */
export function turnoverWithin(parts: readonly TurnoverPart[], how: TurnoverPart['how'], span: Span): Summed {
  const within = parts.filter((part) => part.how === how && isWithin(part.on, span));
  return {
    amount: cents(within.reduce((all, { key, accountNet }) => (key === 'disbursement' ? all : all + accountNet), 0)),
    count: within.reduce((all, { count }) => all + count, 0),
    others: [],
  };
}

/** The same for a threshold, of goods or services or both. */
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
