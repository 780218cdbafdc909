/** The currencies of the API, in its order (API 2.7). */
export const currencyCodes = [
  'EUR',
  'GBP',
  'CHF',
  'USD',
  'AUD',
  'CAD',
  'JPY',
  'CNH',
  'CZK',
  'DKK',
  'BGN',
  'PLN',
  'HUF',
  'RON',
  'SEK',
  'NOK',
  'TRY',
  'BRL',
  'HKD',
  'ILS',
  'INR',
  'KRW',
  'MXN',
  'XPF',
  'XOF',
  'XAF',
] as const;
export type CurrencyCode = (typeof currencyCodes)[number];

/**
 * The source of a rate: the ECB's daily reference rates, the user, or a fixed parity (or the
 * account's own currency).
 */
type RateOrigin = 'ECB' | 'USER' | 'FIXED';

/**
 * The currency of a document. `rate` is units of it per unit of `base`, the account's currency when
 * the rate was set (the account may change it later); `at` is Unix seconds of the rate's day.
 */
export type DocumentCurrency = {
  code: CurrencyCode;
  base: CurrencyCode;
  rate: number;
  origin: RateOrigin;
  at: number;
};

/**
 * The smallest amount of a currency in cents: 100 if it has no decimals, so that every amount stays
 * an integer.
 */
export const stepOf = (code: CurrencyCode): 1 | 100 => (withoutDecimals.has(code) ? 100 : 1);

const withoutDecimals: ReadonlySet<CurrencyCode> = new Set<CurrencyCode>(['JPY', 'KRW', 'XPF', 'XOF', 'XAF']);

/**
 * Fixed parities by law: units per euro. XOF, XAF: Council decision 98/683/EC, 100 per French franc
 * of 1998. XPF: arrêté du 31 décembre 1998, 1,000 XPF are 8.38 EUR; 119.331742 is its inverse to
 * six decimals. BGN: Council regulation (EC) 2866/98, as amended when Bulgaria adopted the euro.
 */
export const fixedParities: Partial<Record<CurrencyCode, number>> = {
  EUR: 1,
  XOF: 655.957,
  XAF: 655.957,
  XPF: 119.331742,
  BGN: 1.95583,
};
