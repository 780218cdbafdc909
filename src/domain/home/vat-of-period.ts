import { type Cents, cents } from '../money/cents.ts';
import { addMonths, type CivilDay, endOfMonth } from '../time/civil-day.ts';
import { rateOfKey, shareKeys } from '../vat/breakdown.ts';
import type { VatCode } from '../vat/vat-code.ts';
import type { TurnoverPart } from './turnover-part.ts';
import type { Span } from './turnover-sums.ts';

export const vatPeriods = ['month', 'quarter', 'year'] as const;
export type VatPeriod = (typeof vatPeriods)[number];

/** How often VAT is declared unless the account says otherwise: each month (CGI art. 287, 2), or each year (art. 287, 3). */
export const periodOfRegime = { normal: 'month', simplified: 'year' } as const satisfies Readonly<
  Record<string, VatPeriod>
>;

/** The month, quarter or civil year a day lies in. */
export function spanOf(period: VatPeriod, day: CivilDay): Span {
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1;
  const from = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
  return { from, to: endOfMonth(addMonths(from, months - 1)) };
}

/** VAT of one rate: what invoices made due, what payments made due. Cents of the account's currency. */
export type VatOfRate = {
  readonly code: VatCode;
  /** Basis points. */
  readonly rate: number;
  readonly onInvoices: Cents;
  readonly onReceipts: Cents;
};

/**
 * VAT collected in a span, rate by rate, in the account's currency, as each document froze it: goods owe it when they are invoiced, services and advances when they
 * are paid, services too when they are invoiced where the option for debits was taken (CGI art. 269, 2). Rates that owe nothing are
 * left out.
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
