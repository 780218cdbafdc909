import type { CurrencyCode } from '../../client/schemas.ts';

/** The offered currencies, most used first. */
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

/** The offered currencies, plus the current one if it is not among them. */
export const currenciesWith = (code: CurrencyCode): readonly CurrencyCode[] =>
  CURRENCIES.some((each) => each === code) ? CURRENCIES : [code, ...CURRENCIES];

/** Currency name and code: "euro (EUR)". */
export function currencyName(code: CurrencyCode, language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }).of(code);
  return name === undefined ? code : `${name} (${code})`;
}
