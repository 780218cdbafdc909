import { type Cents, cents } from '../money/cents.ts';
import { type CurrencyCode, stepOf } from '../money/currency.ts';
import { exchanged } from '../money/exchange.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { BookedPart, Sold } from './booked-part.ts';

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

/** Turnover of a span, tax excluded: credit notes take from it, disbursements are none of it (CGI art. 267, II 2°). */
export const turnoverWithin = (parts: readonly BookedPart[], how: BookedPart['how'], span: Span, own: string): Summed =>
  summed(
    parts
      .filter((part) => part.how === how && isWithin(part.on, span))
      .map(({ currency, key, net, count }) => ({ currency, amount: key === 'disbursement' ? 0 : net, count })),
    own,
  );

/**
 * The same for a threshold, of goods or services or both, in cents of the account's currency: what was billed in another is
 * turnover all the same, at the rate of its document.
 */
export function turnoverForThreshold(
  parts: readonly BookedPart[],
  { how, span, sold, own }: { how: BookedPart['how']; span: Span; sold?: Sold | undefined; own: CurrencyCode },
): Cents {
  const atRate = new Map<number, number>();
  for (const part of parts) {
    if (part.how !== how || part.key === 'disbursement' || !isWithin(part.on, span)) continue;
    if (sold !== undefined && part.sold !== sold) continue;
    atRate.set(part.rate, (atRate.get(part.rate) ?? 0) + part.net);
  }
  const step = stepOf(own);
  return cents([...atRate].reduce((all, [rate, net]) => all + exchanged(cents(net), { rate, step }), 0));
}
