import { vatRates } from '../client/vat-rates.ts';

type Rates = typeof vatRates;
type ChargedCode = { [C in keyof Rates]: Rates[C] extends 0 ? never : C }[keyof Rates];

/** The VAT codes above zero with their rate as a text, the highest rate first. */
export const vatRateNames = (language: 'fr' | 'en'): Readonly<Record<ChargedCode, string>> =>
  Object.fromEntries(
    Object.entries(vatRates)
      .filter(([, rate]) => rate > 0)
      .toSorted(([, a], [, b]) => b - a)
      .map(([code, rate]) => [code, language === 'fr' ? `${rate / 100} %`.replace('.', ',') : `${rate / 100}%`]),
  ) as Record<ChargedCode, string>;
