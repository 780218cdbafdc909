import { currentLanguage, type Language, useLanguage } from '../../locales/language.ts';

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const;
/** Formatters are cached: creating one costs more than a hundred uses. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: Language, name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${name}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALES[language], options);
  formats.set(key, format);
  return format;
}

/** Maximum decimals of a unit price, in units of its currency. */
const UNIT_PRICE_DECIMALS = 6;

/**
 * Formats an amount in hundredths of its currency, with two decimals (more for parts of a
 * hundredth). French uses U+202F between thousands and U+00A0 before the currency; negative amounts
 * use U+2212.
 */
export function money(cents: number, currency = 'EUR', language = currentLanguage()): string {
  // A unit price may have parts of a cent and is never rounded.
  const most = Number.isInteger(cents) ? 2 : UNIT_PRICE_DECIMALS;
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: most };
  return signed(
    formatOf(language, `${currency} ${most}`, { style: 'currency', currency, ...decimals }).format(cents / 100),
  );
}

/** A count or a quantity, with thousands separators. */
export const figure = (value: number, language = currentLanguage()): string =>
  signed(formatOf(language, 'figure', { maximumFractionDigits: 4 }).format(value));

/** A percentage from a ratio: `0.852` is `85 %`. */
export const percent = (ratio: number, { decimals = 0 } = {}, language = currentLanguage()): string =>
  signed(formatOf(language, `% ${decimals}`, { style: 'percent', maximumFractionDigits: decimals }).format(ratio));

const signed = (text: string): string => text.replace('-', '\u2212');

/** An amount on a screen. `quietZero` shows zero in a faint colour. */
export function Money({
  cents,
  currency,
  quietZero = false,
}: {
  cents: number;
  currency?: string | undefined;
  quietZero?: boolean;
}) {
  const language = useLanguage();
  const text = money(cents, currency, language);
  return quietZero && cents === 0 ? <span className="faint">{text}</span> : <>{text}</>;
}

/** A number as it is typed in a field: no thousands separators, up to 4 decimals. */
export const numberText = (value: number, language = currentLanguage()): string =>
  String(Math.round(value * 10_000) / 10_000).replace('.', language === 'fr' ? ',' : '.');

/** Cents, or parts of them, as an amount is typed in a field: `450,00`. */
export function amountText(cents: number, language = currentLanguage()): string {
  const [whole = '0', parts = ''] = (cents / 100).toFixed(6).split('.');
  return `${whole}${language === 'fr' ? ',' : '.'}${parts.replace(/0+$/, '').padEnd(2, '0')}`;
}
