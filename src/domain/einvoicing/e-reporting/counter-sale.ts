import type { PaymentMethod } from '../../billing/document/terms/payment-terms.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { proportion } from '../../money/rounding.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { rateOf, vatCodes } from '../../vat/vat-code.ts';
import type { SaleCategory } from './classification.ts';

/**
 * What the takings of a day are for. Under a margin scheme they are the margin, tax included, not
 * the price (rule G1.57).
 */
export const counterSold = ['goods', 'services', 'margin'] as const;
export type CounterSold = (typeof counterSold)[number];

/**
 * The takings of a day without invoices, of one kind and rate: cents of euros, tax included;
 * negative if more was given back than taken.
 */
export type CounterSale = {
  readonly id: string;
  readonly on: CivilDay;
  readonly sold: CounterSold;
  /** Basis points. */
  readonly rate: number;
  readonly amount: Cents;
  /** Absent if it was not stated. */
  readonly method?: PaymentMethod;
  readonly note?: string;
  /** The entry it replaces. */
  readonly correctsId?: string;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** The rates that takings can have, in basis points, the highest first. */
export const counterRates: readonly number[] = [...new Set(vatCodes.map((code): number => rateOf(code)))].toSorted(
  (a, b) => b - a,
);

/** Net and VAT of takings; the tax included in a price is `amount × rate ÷ (1 + rate)`. */
export function splitTakings({ amount, rate }: Pick<CounterSale, 'amount' | 'rate'>): { net: Cents; vat: Cents } {
  const vat = proportion(amount, rate, WHOLE + rate);
  return { net: cents(amount - vat), vat };
}

/** 100 % in basis points. */
const WHOLE = 10_000;

/** The category of takings: untaxed without a rate, as under the franchise. */
export function categoryOfTakings({ sold, rate }: Pick<CounterSale, 'sold' | 'rate'>): SaleCategory {
  if (sold === 'margin') return 'TMA1';
  if (rate === 0) return 'TNT1';
  return sold === 'goods' ? 'TLB1' : 'TPS1';
}
