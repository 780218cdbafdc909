import { shifted } from '../../../app/formats/parse-number.ts';

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const;
type Language = keyof typeof LOCALES;

/** Formatters are cached: a document of 200 lines shows 600 figures. */
const formats = new Map<string, Intl.NumberFormat>();

function written(value: number, language: Language, least: number, most: number, useGrouping = true): string {
  const key = `${language} ${least} ${most} ${useGrouping}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      useGrouping,
    });
  formats.set(key, format);
  return format.format(value).replace('-', '\u2212');
}

/** An exchange rate with all its digits. */
export const formatRate = (rate: number, language: Language): string => written(rate, language, 0, 8);

/**
 * A quantity in a cell: only its own decimals and, in English, no thousands separators: `1,500`
 * would be one and a half if pasted into a spreadsheet of another language.
 */
export const formatQuantity = (value: number, language: Language): string =>
  written(value, language, 0, 4, language === 'fr');

/** A unit price from cents: two decimals, more if it has parts of a cent. */
export const formatPrice = (cents: number, language: Language): string => written(shifted(cents, -2), language, 2, 6);

/** An amount from cents without its currency, which appears only in the totals. */
export const formatCents = (cents: number, language: Language): string => written(cents / 100, language, 2, 2);

/** Basis points as a typed percentage: 550 is 5,5. */
export const formatPercentage = (hundredths: number, language: Language): string =>
  written(shifted(hundredths, -2), language, 0, 2);
