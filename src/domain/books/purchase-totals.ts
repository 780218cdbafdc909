import { type Cents, cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { type BookPeriod, beginOf } from './book-totals.ts';
import { type PurchaseNature, purchaseNatures } from './purchase.ts';

/** The sums of one month, nature and way of payment: cents of euros, tax included. */
export type PurchaseSum = {
  /** The first day of the month. */
  readonly month: CivilDay;
  readonly nature: PurchaseNature;
  readonly isCash: boolean;
  readonly count: number;
  readonly amount: number;
  readonly deductibleVat: number;
};

/** The totals of a span: cents of euros, tax included. */
export type PurchaseTotals = {
  readonly count: number;
  readonly amount: Cents;
  readonly deductibleVat: Cents;
  /** What of the amount was paid in cash. */
  readonly cash: Cents;
  /** Natures with a line, in their order. */
  readonly natures: readonly {
    readonly nature: PurchaseNature;
    readonly amount: Cents;
    readonly deductibleVat: Cents;
  }[];
};

/** The totals of each month, quarter or year with a line, in order. */
export const purchaseTotalsBy = (
  sums: readonly PurchaseSum[],
  period: BookPeriod,
): { readonly from: CivilDay; readonly totals: PurchaseTotals }[] =>
  [...Map.groupBy(sums, ({ month }) => beginOf(period, month))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, same]) => ({ from, totals: purchaseTotals(same) }));

/** The totals of all sums. */
export function purchaseTotals(sums: readonly PurchaseSum[]): PurchaseTotals {
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    ...amountsOf(sums),
    cash: amountsOf(sums.filter(({ isCash }) => isCash)).amount,
    natures: purchaseNatures.flatMap((nature) => {
      const same = sums.filter((sum) => sum.nature === nature);
      return same.length === 0 ? [] : [{ nature, ...amountsOf(same) }];
    }),
  };
}

const amountsOf = (sums: readonly PurchaseSum[]): { amount: Cents; deductibleVat: Cents } => ({
  amount: cents(sums.reduce((all, { amount }) => all + amount, 0)),
  deductibleVat: cents(sums.reduce((all, { deductibleVat }) => all + deductibleVat, 0)),
});
