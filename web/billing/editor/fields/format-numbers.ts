import { shifted } from '../../../app/formats/parse-number.ts';

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const;
type Language = keyof typeof LOCALES;

/** Making one takes longer than what it writes, and a document of 200 lines writes 600 figures. */
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

/** A rate of exchange, in all the digits it is said with. */
export const formatRate = (rate: number, language: Language): string => written(rate, language, 0, 8);

/**
 * A quantity in its cell: no decimals but those it has, and in English no thousands apart: `1,500` is one and a half
 * where it is pasted into a table of another language.
 */
export const formatQuantity = (value: number, language: Language): string =>
  written(value, language, 0, 4, language === 'fr');

/** A price of one unit, from cents: two decimals, and more where it has parts of a cent. */
export const formatPrice = (cents: number, language: Language): string => written(shifted(cents, -2), language, 2, 6);

/** An amount on the paper, from cents, without its currency: that stands in the totals alone. */
export const formatCents = (cents: number, language: Language): string => written(cents / 100, language, 2, 2);

/** Hundredths of a percent, as they are typed: 550 is 5,5. */
export const formatPercentage = (hundredths: number, language: Language): string =>
  written(shifted(hundredths, -2), language, 0, 2);
