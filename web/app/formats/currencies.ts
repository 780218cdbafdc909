import type { CurrencyCode } from '../../client/schemas.ts';

/** The currencies offered, the most used first. */
const CURRENCIES = [
  ...([
    'EUR',
    'USD',
    'GBP',
    'CHF',
    'CAD',
    'AUD',
    'JPY',
    'SEK',
    'NOK',
    'DKK',
    'PLN',
    'CZK',
    'HUF',
    'RON',
    'BGN',
  ] as const),
  ...(['TRY', 'XOF', 'XAF', 'XPF', 'HKD', 'INR', 'ILS', 'KRW', 'MXN', 'BRL', 'CNH'] as const),
] satisfies CurrencyCode[];

/** The currencies offered, with the one that is chosen where it is another. */
export const currenciesWith = (code: CurrencyCode): readonly CurrencyCode[] =>
  CURRENCIES.some((each) => each === code) ? CURRENCIES : [code, ...CURRENCIES];

/** A currency in words and by its code: "euro (EUR)". */
export function currencyName(code: CurrencyCode, language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }).of(code);
  return name === undefined ? code : `${name} (${code})`;
}
