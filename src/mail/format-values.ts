import type { Locale } from '../domain/billing/document/locale.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';

/** The European regional variant of each language. */
const regions: Readonly<Record<Locale, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  de: 'de-DE',
  it: 'it-IT',
  nl: 'nl-NL',
  pt: 'pt-PT',
  es: 'es-ES',
};

/** An amount in a language: 1 440,00 €. Computed from digits, without floating point. */
export function formatAmount(amount: Cents, currency: CurrencyCode, locale: Locale): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const decimal = `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
  const format = new Intl.NumberFormat(regions[locale], { style: 'currency', currency, useGrouping: 'always' });
  return format.format(decimal);
}

/** A civil day in a language: 1er avril 2026. `at` is Unix seconds. */
export function formatDay(at: number, zone: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: zone });
  const day = format.format(new Date(at * 1000));
  // A day stays on one line.
  return (locale === 'fr' ? day.replace(/^1 /, '1er ') : day).replaceAll(' ', '\u00a0');
}

/** A date and time in a language: 1er avril 2026 à 14:05. `at` is Unix seconds. */
export function formatDateTime(at: number, zone: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
  const moment = format.format(new Date(at * 1000));
  return locale === 'fr' ? moment.replace(/^1 /, '1er ') : moment;
}
