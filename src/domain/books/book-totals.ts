import { type Cents, cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { type OfNature, type ReceiptLine, type ReceiptNature, receiptNatures } from './receipts-book.ts';

/** The totals of a span: cents of euros, tax included, without disbursements. */
export type BookTotals = {
  readonly count: number;
  readonly amount: Cents;
  readonly vat: Cents;
  /** What of the amount was received in cash. */
  readonly cash: Cents;
  /** What has no means of payment on record: refunds, and takings that state none. */
  readonly unstated: Cents;
  readonly disbursements: Cents;
  readonly natures: readonly OfNature[];
  /** Lines whose amount in euros is not known. */
  readonly withoutRate: number;
};

export type BookPeriod = 'month' | 'quarter' | 'year';

/** The first day of the month, quarter or year of a day. */
export function beginOf(period: BookPeriod, day: CivilDay): CivilDay {
  const year = day.slice(0, 4);
  if (period === 'year') return `${year}-01-01`;
  const month = Number(day.slice(5, 7));
  const first = period === 'month' ? month : month - ((month - 1) % QUARTER_MONTHS);
  return `${year}-${String(first).padStart(2, '0')}-01`;
}

const QUARTER_MONTHS = 3;

/** Sums that grow while the book is read; the memory is that of its months. */
export class BookSums {
  readonly #months = new Map<CivilDay, Sums>();

  add(line: ReceiptLine): void {
    const month = beginOf('month', line.on);
    const sums = this.#months.get(month) ?? emptySums();
    this.#months.set(month, sums);
    sums.count += 1;
    sums.amount += line.amount;
    sums.vat += line.vat;
    if (line.method === 'cash') sums.cash += line.amount;
    if (line.method === undefined) sums.unstated += line.amount;
    sums.disbursements += line.disbursements;
    if (line.lacksRate) sums.withoutRate += 1;
    for (const { nature, amount, vat } of line.natures) {
      sums.natures[nature].amount += amount;
      sums.natures[nature].vat += vat;
    }
  }

  /** The totals of each month, quarter or year with a line, in order. */
  by(period: BookPeriod): { readonly from: CivilDay; readonly totals: BookTotals }[] {
    const grouped = Map.groupBy(this.#months, ([month]) => beginOf(period, month));
    return [...grouped]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, months]) => ({ from, totals: totalsFrom(months.map(([, sums]) => sums)) }));
  }

  all(): BookTotals {
    return totalsFrom([...this.#months.values()]);
  }
}

type Sums = {
  -readonly [Name in Exclude<keyof BookTotals, 'natures'>]: number;
} & { readonly natures: Record<ReceiptNature, { amount: number; vat: number }> };

const emptySums = (): Sums => ({
  ...{ count: 0, amount: 0, vat: 0, cash: 0, unstated: 0, disbursements: 0, withoutRate: 0 },
  natures: { bic_goods: { amount: 0, vat: 0 }, bic_services: { amount: 0, vat: 0 }, bnc: { amount: 0, vat: 0 } },
});

function totalsFrom(months: readonly Sums[]): BookTotals {
  const sum = (of: (sums: Sums) => number): Cents => cents(months.reduce((all, each) => all + of(each), 0));
  return {
    count: sum(({ count }) => count),
    amount: sum(({ amount }) => amount),
    vat: sum(({ vat }) => vat),
    cash: sum(({ cash }) => cash),
    unstated: sum(({ unstated }) => unstated),
    disbursements: sum(({ disbursements }) => disbursements),
    withoutRate: sum(({ withoutRate }) => withoutRate),
    natures: receiptNatures.map((nature) => ({
      nature,
      amount: sum(({ natures }) => natures[nature].amount),
      vat: sum(({ natures }) => natures[nature].vat),
    })),
  };
}
