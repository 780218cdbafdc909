import { type Cents, cents } from '../money/cents.ts';
import { addMonths, type CivilDay, endOfMonth } from '../time/civil-day.ts';
import { rateOfKey, shareKeys } from '../vat/breakdown.ts';
import type { VatCode } from '../vat/vat-code.ts';
import type { TurnoverPart } from './turnover-part.ts';
import type { Span } from './turnover-sums.ts';

export const vatPeriods = ['month', 'quarter', 'year'] as const;
export type VatPeriod = (typeof vatPeriods)[number];

/** How often VAT is declared by default: monthly (CGI art. 287, 2) or yearly (art. 287, 3). */
export const periodOfRegime = { normal: 'month', simplified: 'year' } as const satisfies Readonly<
  Record<string, VatPeriod>
>;

/** The month, quarter or civil year that contains a day. */
export function spanOf(period: VatPeriod, day: CivilDay): Span {
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1;
  const from = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
  return { from, to: endOfMonth(addMonths(from, months - 1)) };
}

/** VAT of one rate due on invoices and due on payments. Cents of the account's currency. */
export type VatOfRate = {
  readonly code: VatCode;
  /** Basis points. */
  readonly rate: number;
  readonly onInvoices: Cents;
  readonly onReceipts: Cents;
};

/**
 * VAT due in a period by rate, in the account's currency as frozen in each document: on goods when
 * invoiced; on services and advances when paid, services also when invoiced under the option for
 * debits (CGI art. 269, 2). Rates without VAT due are left out.
 */
export function vatWithin(parts: readonly TurnoverPart[], span: Span): VatOfRate[] {
  const due = parts.filter((part) => part.isDue && part.on >= span.from && part.on <= span.to);
  return shareKeys.flatMap((key) => {
    if (key === 'disbursement') return [];
    const of = (how: TurnoverPart['how']) =>
      cents(due.reduce((all, part) => (part.key === key && part.how === how ? all + part.accountVat : all), 0));
    const [onInvoices, onReceipts] = [of('invoiced'), of('collected')];
    return onInvoices === 0 && onReceipts === 0 ? [] : [{ code: key, rate: rateOfKey(key), onInvoices, onReceipts }];
  });
}
