import { type CounterSale, splitTakings } from '../einvoicing/e-reporting/counter-sale.ts';
import { cents } from '../money/cents.ts';
import { rateOf, vatCodes } from '../vat/vat-code.ts';
import type { TurnoverPart } from './turnover-part.ts';

/** Equal takings of a day without invoices: `amount` is that of each. */
export type TakingsOfDay = Pick<CounterSale, 'on' | 'sold' | 'rate' | 'amount'> & { readonly count: number };

/**
 * The turnover of takings without invoices, in euros: sold and collected on their day. The
 * thresholds count all turnover, invoiced or not (CGI art. 50-0, 102 ter and 293 B).
 */
export const takingsTurnover = (takings: readonly TakingsOfDay[]): TurnoverPart[] =>
  takings.flatMap(({ on, sold, rate, amount, count }) => {
    const { net, vat } = splitTakings({ amount, rate });
    const [ofAll, vatOfAll] = [cents(net * count), cents(vat * count)];
    const part = {
      ...{ on, currency: 'EUR', rate: 1, key: vatCodes.find((code) => rateOf(code) === rate) ?? 'FR_00HT', count },
      ...{ sold: sold === 'services' ? ('services' as const) : ('goods' as const), isDue: true },
      ...{ net: ofAll, vat: vatOfAll, accountNet: ofAll, accountVat: vatOfAll },
    };
    return [
      { ...part, how: 'invoiced' as const },
      { ...part, how: 'collected' as const },
    ];
  });

/** Cents of euros without VAT. */
export const netOfTakings = (takings: readonly TakingsOfDay[]): number =>
  takings.reduce((all, { amount, rate, count }) => all + splitTakings({ amount, rate }).net * count, 0);
