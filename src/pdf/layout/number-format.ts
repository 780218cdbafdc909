import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { type CurrencyCode, stepOf } from '../../domain/money/currency.ts';
import { TEN_THOUSAND, type TenThousandths } from '../../domain/money/ten-thousandths.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';

/** Number and date formats of a language. */
export type Written = {
  /** "1 234,50 €": with the currency. */
  readonly money: (amount: Cents) => string;
  /** "1 234,50": for columns that state the currency. */
  readonly amount: (amount: Cents) => string;
  /** The unit price as entered, with up to four more decimals than an amount. */
  readonly unitPrice: (price: TenThousandths) => string;
  /** A computed unit price: with the decimals of an amount, or twice as many below one. */
  readonly derivedPrice: (price: TenThousandths) => string;
  readonly quantity: (quantity: TenThousandths) => string;
  /** "20 %", from basis points. */
  readonly percent: (basisPoints: number) => string;
  readonly rate: (rate: number) => string;
  /** "20 novembre 2026". */
  readonly day: (day: CivilDay) => string;
  /** "20/11/2026". */
  readonly shortDay: (day: CivilDay) => string;
  readonly isOne: (quantity: TenThousandths) => boolean;
};

/**
 * The formats for a language and a currency. Formatters are expensive to create, so they are
 * cached.
 */
export function writtenIn(locale: Locale, currency: CurrencyCode): Written {
  const key = `${locale} ${currency}`;
  const known = cache.get(key) ?? made(tags[locale], currency);
  cache.set(key, known);
  return known;
}

const cache = new Map<string, Written>();

const tags: Record<Locale, string> = {
  fr: 'fr-FR',
  en: 'en-GB',
  de: 'de-DE',
  it: 'it-IT',
  nl: 'nl-NL',
  pt: 'pt-PT',
  es: 'es-ES',
};

export const tagOf = (locale: Locale): string => tags[locale];

function made(tag: string, currency: CurrencyCode): Written {
  const decimals = stepOf(currency) === 100 ? 0 : 2;
  // Thousands are always grouped: Spanish, Portuguese and Italian would write 1234,50 beside
  // 12.345,00.
  const grouped = { useGrouping: 'always' } as const;
  const fixed = { ...grouped, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const money = new Intl.NumberFormat(tag, { ...fixed, style: 'currency', currency });
  const amount = new Intl.NumberFormat(tag, fixed);
  const price = new Intl.NumberFormat(tag, { ...grouped, minimumFractionDigits: decimals, maximumFractionDigits: 6 });
  const small = new Intl.NumberFormat(tag, { ...fixed, maximumFractionDigits: 2 * decimals });
  const plain = new Intl.NumberFormat(tag, { ...grouped, maximumFractionDigits: 6 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  const long = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const plural = new Intl.PluralRules(tag);
  return {
    money: (cents) => minus(money.format(cents / 100)),
    amount: (cents) => minus(amount.format(cents / 100)),
    unitPrice: (value) => minus(price.format(value / TEN_THOUSAND / 100)),
    derivedPrice: (value) => minus((isBelowOne(value) ? small : amount).format(value / TEN_THOUSAND / 100)),
    quantity: (value) => minus(plain.format(value / TEN_THOUSAND)),
    percent: (basisPoints) => minus(percent.format(basisPoints / 10_000)),
    rate: (rate) => plain.format(rate),
    // A day stays on one line.
    day: (day) => firstOfMonth(tag, long.format(new Date(day))).replaceAll(' ', '\u00a0'),
    shortDay: (day) => short.format(new Date(day)),
    isOne: (value) => plural.select(Math.abs(value / TEN_THOUSAND)) === 'one',
  };
}

const isBelowOne = (price: TenThousandths): boolean => price < 100 * TEN_THOUSAND;

/**
 * French and Italian write the first of a month as an ordinal: 1er avril, 1º aprile. CLDR has 1
 * avril.
 */
const firstOfMonth = (tag: string, day: string): string => day.replace(/^1 /, `${ordinals[tag] ?? '1'} `);
const ordinals: Readonly<Record<string, string>> = { 'fr-FR': '1er', 'it-IT': '1º' };

/** A minus sign is as wide as a digit and keeps columns aligned; a hyphen does not. */
const minus = (text: string): string => text.replace('-', '−');
