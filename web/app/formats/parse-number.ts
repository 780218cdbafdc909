/** Result of parsing a typed number: empty, a number, or unreadable. */
export type ParsedNumber = { readonly is: 'nothing' } | { readonly is: 'number'; readonly value: number } | Unreadable;
type Unreadable = { readonly is: 'unreadable' };

const unreadable: Unreadable = { is: 'unreadable' };

/**
 * A currency before or after a number, with surrounding blanks. In the middle some people use it as
 * a decimal sign: `12€50`.
 */
const AROUND = /^(?:\s|€|\$|£|EUR|USD|GBP|CHF)+|(?:\s|€|\$|£|EUR|USD|GBP|CHF)+$/giu;
const CURRENCY_AFTER_MINUS = /^-(?:\s|€|\$|£|EUR|USD|GBP|CHF)+/iu;

/**
 * Thousands separators: blanks, or the Swiss apostrophe. Other blanks may be typing errors: neither
 * "12 50" nor "0 500" is a number.
 */
const THOUSANDS_APART = /^-?[1-9]\d{0,2}(?:[\s'’]\d{3})+(?!\d)/u;
const APART = /[\s'’]/gu;

/** The digits and signs of a typed number, without currency and blanks. */
const bareOf = (text: string): string =>
  text
    .replace(AROUND, '')
    .replace(/^[−–]/u, '-')
    .replace(CURRENCY_AFTER_MINUS, '-')
    .replace(THOUSANDS_APART, (whole) => whole.replace(APART, ''));

/** The API accepts no more digits before the decimal sign. */
const WHOLE_DIGITS_MAX = 12;

/** The language of the page decides what "1,500" means. */
type Language = 'fr' | 'en';

/**
 * Parses a number typed in French or English: "1 234,50", "1234.5", "1,234.50", "−3". If comma and
 * point both appear, the last one is the decimal sign. A single one is a decimal sign ("12,500" is
 * twelve and a half), except a comma before three digits on an English page ("12,500" is twelve
 * thousand five hundred). More than `decimals` digits after the sign are unreadable, not rounded.
 */
export function parseNumber(text: string, language: Language, decimals = 4): ParsedNumber {
  const bare = bareOf(text);
  if (bare === '') return { is: 'nothing' };
  const signed = /^(-?)([\d.,]+)$/.exec(bare);
  if (!signed) return unreadable;
  const [, sign = '', digits = ''] = signed;
  const plain = language === 'en' && ENGLISH_THOUSANDS.test(digits) ? digits.replace(',', '') : withPoint(digits);
  const parts = plain && /^(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!parts) return unreadable;
  const [, whole = '', behind = ''] = parts;
  const needed = behind.replace(/0+$/, '');
  if (whole.length + behind.length === 0 || whole.length > WHOLE_DIGITS_MAX || needed.length > decimals)
    return unreadable;
  const value = Number(`${sign}${whole || '0'}.${needed || '0'}`);
  return { is: 'number', value: value === 0 ? 0 : value };
}

/** "0,125" has no thousands. */
const ENGLISH_THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;

/**
 * Whether three digits follow the only sign. Some read thousands, others decimals, so the
 * understood value is shown.
 */
export const isAmbiguous = (text: string): boolean => /^-?[1-9]\d{0,2}[.,]\d{3}$/u.test(bareOf(text));

/** Parses a unit price into cents with up to 4 decimals: "12,3456" is 1234.56. */
export function parsePrice(text: string, language: Language): ParsedNumber {
  const read = parseNumber(text, language, 6);
  if (read.is !== 'number') return read;
  return read.value < 0 ? unreadable : { is: 'number', value: shifted(read.value, 2) };
}

/** Parses a percentage into basis points, the unit of the API: "5,5 %" is 550. */
export function parsePercentage(text: string, language: Language): ParsedNumber {
  const read = parseNumber(text.replace(/%\s*$/, ''), language, 2);
  if (read.is !== 'number') return read;
  return read.value < 0 || read.value > 100 ? unreadable : { is: 'number', value: shifted(read.value, 2) };
}

/** Parses a percentage into percent: "33,33 %" is 33.33. */
export function parseShare(text: string, language: Language): ParsedNumber {
  const read = parseNumber(text.replace(/%\s*$/, ''), language);
  return read.is === 'number' && (read.value < 0 || read.value > 100) ? unreadable : read;
}

/** Parses a number that must be positive: empty and zero are unreadable too. */
export const aboveZero =
  (read: (text: string, language: Language) => ParsedNumber) =>
  (text: string, language: Language): ParsedNumber => {
    const typed = read(text, language);
    return typed.is === 'number' && typed.value > 0 ? typed : unreadable;
  };

/** Parses an amount into whole cents. */
export function parseAmount(text: string, language: Language): ParsedNumber {
  const read = typedCents(text, language);
  return read.is === 'number' && read.value < 0 ? unreadable : read;
}

/** Parses an amount into cents, negative ones included; undefined if it is not an amount. */
export function centsOf(text: string, language: Language): number | undefined {
  const read = typedCents(text, language);
  return read.is === 'number' ? read.value : undefined;
}

/**
 * Three digits after the only sign: some read thousands, but cents have two digits. If the language
 * does not decide, the text is unreadable.
 */
const THOUSANDS_OR_PARTS = { fr: /^[^.,]*[.,]\d{3}$/, en: /^[^.,]*\.\d{3}$/ };

function typedCents(text: string, language: Language): ParsedNumber {
  if (THOUSANDS_OR_PARTS[language].test(bareOf(text))) return unreadable;
  const read = parseNumber(text, language, 2);
  return read.is === 'number' ? { is: 'number', value: shifted(read.value, 2) } : read;
}

/** Moves the point in the digits instead of multiplying: 1.15 times 100 is not 115. */
export const shifted = (value: number, places: number): number => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
};

/** The digits with a decimal point; undefined if groups and decimals cannot be told apart. */
function withPoint(digits: string): string | undefined {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points + commas <= 1) return digits.replace(',', '.');
  const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  const group = last === '.' ? ',' : '.';
  if (points > 0 && commas > 0) {
    if (digits.split(last).length !== 2) return undefined;
    const [whole = '', behind = ''] = digits.split(last);
    return grouped(whole, group) ? `${whole.replaceAll(group, '')}.${behind}` : undefined;
  }
  return grouped(digits, last) ? digits.replaceAll(last, '') : undefined;
}

const grouped = (whole: string, sign: string): boolean => {
  const [first = '', ...rest] = whole.split(sign);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((three) => three.length === 3);
};
