/** What was typed where a number goes: nothing yet, a number, or something that cannot be read as one. */
export type ParsedNumber = { readonly is: 'nothing' } | { readonly is: 'number'; readonly value: number } | Unreadable;
type Unreadable = { readonly is: 'unreadable' };

const unreadable: Unreadable = { is: 'unreadable' };

/** A currency before or behind a number, and the blanks around both. In the middle it is a decimal sign to some: `12€50`. */
const AROUND = /^(?:\s|€|\$|£|EUR|USD|GBP|CHF)+|(?:\s|€|\$|£|EUR|USD|GBP|CHF)+$/giu;
const CURRENCY_AFTER_MINUS = /^-(?:\s|€|\$|£|EUR|USD|GBP|CHF)+/iu;

/** Thousands apart, by blanks or the apostrophe of the Swiss. Blanks elsewhere may be a slip: neither "12 50" nor "0 500" is a number. */
const THOUSANDS_APART = /^-?[1-9]\d{0,2}(?:[\s'’]\d{3})+(?!\d)/u;
const APART = /[\s'’]/gu;

/** The digits and signs of a number as it was typed, without what says nothing about its value. */
const bareOf = (text: string): string =>
  text
    .replace(AROUND, '')
    .replace(/^[−–]/u, '-')
    .replace(CURRENCY_AFTER_MINUS, '-')
    .replace(THOUSANDS_APART, (whole) => whole.replace(APART, ''));

/** No interface takes more digits before the comma. */
const WHOLE_DIGITS_MAX = 12;

/** The language of the page: it says what "1,500" is. */
type Language = 'fr' | 'en';

/**
 * Reads a number as French or English people type it: "1 234,50", "1234.5", "1,234.50", "−3". Where comma and point both stand, the
 * last is the decimal sign. One alone is a decimal sign ("12,500" is twelve and a half), but for a comma before three digits on an
 * English page: there "12,500" is twelve thousand five hundred, as whoever reads English types it. More than `decimals` digits behind the
 * sign are unreadable rather than rounded.
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

/** True where three digits stand behind the only sign: thousands to some, decimals to others, so that what was understood is worth showing. */
export const isAmbiguous = (text: string): boolean => /^-?[1-9]\d{0,2}[.,]\d{3}$/u.test(bareOf(text));

/** A price of one unit as it was typed, in cents with at most 4 decimals: "12,3456" is 1234.56. */
export function parsePrice(text: string, language: Language): ParsedNumber {
  const read = parseNumber(text, language, 6);
  if (read.is !== 'number') return read;
  return read.value < 0 ? unreadable : { is: 'number', value: shifted(read.value, 2) };
}

/** A percentage as it was typed, in the hundredths of the interface: "5,5 %" is 550. */
export function parsePercentage(text: string, language: Language): ParsedNumber {
  const read = parseNumber(text.replace(/%\s*$/, ''), language, 2);
  if (read.is !== 'number') return read;
  return read.value < 0 || read.value > 100 ? unreadable : { is: 'number', value: shifted(read.value, 2) };
}

/** A percentage as it was typed, in percent: "33,33 %" is 33.33. */
export function parseShare(text: string, language: Language): ParsedNumber {
  const read = parseNumber(text.replace(/%\s*$/, ''), language);
  return read.is === 'number' && (read.value < 0 || read.value > 100) ? unreadable : read;
}

/** Reads what must be above zero: nothing and zero are unreadable too. */
export const aboveZero =
  (read: (text: string, language: Language) => ParsedNumber) =>
  (text: string, language: Language): ParsedNumber => {
    const typed = read(text, language);
    return typed.is === 'number' && typed.value > 0 ? typed : unreadable;
  };

/** An amount as it was typed, in whole cents. */
export function parseAmount(text: string, language: Language): ParsedNumber {
  const read = typedCents(text, language);
  return read.is === 'number' && read.value < 0 ? unreadable : read;
}

/** The cents of an amount as it was typed, also of less than nothing; undefined where it is none. */
export function centsOf(text: string, language: Language): number | undefined {
  const read = typedCents(text, language);
  return read.is === 'number' ? read.value : undefined;
}

/** Three digits behind the only sign: thousands to some, and cents have two. Where the language does not say which, neither is taken for the other. */
const THOUSANDS_OR_PARTS = { fr: /^[^.,]*[.,]\d{3}$/, en: /^[^.,]*\.\d{3}$/ };

function typedCents(text: string, language: Language): ParsedNumber {
  if (THOUSANDS_OR_PARTS[language].test(bareOf(text))) return unreadable;
  const read = parseNumber(text, language, 2);
  return read.is === 'number' ? { is: 'number', value: shifted(read.value, 2) } : read;
}

/** Moves the point by the digits, never by a multiplication: 1.15 times 100 is not 115. */
export const shifted = (value: number, places: number): number => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
};

/** The digits with a point before the decimals, or nothing where groups and decimals cannot be told apart. */
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
