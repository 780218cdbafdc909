import { decimal } from '../domain/money/decimal.ts';

/** How a file writes numbers: whether a single comma before three digits is a decimal mark. */
export type NumberWriting = { readonly comma: 'decimal' | 'thousands' };

/**
 * `decimal` is the number in neutral notation; `ambiguous` says that another reading was possible.
 */
export type ReadNumber = { readonly decimal: string; readonly ambiguous: boolean };

/** Maximum characters of a number, including blanks and signs. */
const NUMBER_MAX = 40;

/**
 * Parses numbers as people write them: `1 234,56`, `1,234.56`, `1.234,56`, `12 €`, `30 %`. Of two
 * different marks the last is the decimal one; a repeated mark groups thousands; a single mark is
 * decimal, except a comma before exactly three digits in a comma-separated file: there `1,234` is
 * 1234. Undefined if it is not a number.
 */
export function readNumber(cell: string, writing: NumberWriting): ReadNumber | undefined {
  if (cell.length > NUMBER_MAX) return undefined;
  const [, sign = '', written] = /^([+\-\u2212]?)\s*([\d.,'’\s]*\d)$/.exec(bare(cell)) ?? [];
  if (written === undefined) return undefined;
  const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(written);
  const read = withPoint(written, ambiguous && writing.comma === 'thousands');
  return read === undefined ? undefined : { decimal: plain(sign, read), ambiguous };
}

/** The number without its unit. */
const bare = (cell: string): string =>
  cell
    .trim()
    .replace(/^(?:€|\$|£|EUR)\s*/i, '')
    .replace(/\s*(?:€|\$|£|%|EUR|euros?)$/i, '');

function withPoint(written: string, isCommaForThousands: boolean): string | undefined {
  const marks = [...new Set(written.match(/[.,]/g))];
  const last = written.at(Math.max(written.lastIndexOf('.'), written.lastIndexOf(',')));
  const isOnce = last !== undefined && written.split(last).length === 2;
  const isDecimal = marks.length > 0 && isOnce && !(isCommaForThousands && last === ',');
  if (marks.length === 2 && !isDecimal) return undefined;
  const [whole = '', fraction] = isDecimal ? written.split(last as string) : [written];
  const digits = ungrouped(whole);
  if (digits === undefined || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Digits grouped in threes by one mark throughout, or ungrouped. */
function ungrouped(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole || '0';
  const [, mark] = /^[1-9]\d{0,2}([.,'’\s])/.exec(whole) ?? [];
  if (mark === undefined) return undefined;
  const [first = '', ...groups] = whole.split(mark);
  return groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : undefined;
}

/** Without redundant zeros, and without a sign before zero. */
function plain(sign: string, read: string): string {
  const [whole = '', fraction = ''] = read.split('.');
  const kept = fraction.replace(/0+$/, '');
  const number = `${whole.replace(/^0+(?=\d)/, '')}${kept && `.${kept}`}`;
  return sign !== '' && sign !== '+' && number !== '0' ? `-${number}` : number;
}

/** Shifts the decimal point without arithmetic: 12.5 by 2 is 1250, 1250 by -2 is 12.5. */
export function moved(number: string, places: number): string {
  const isNegative = number.startsWith('-');
  const [whole = '', fraction = ''] = number.replace('-', '').split('.');
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const point = digits.length - fraction.length - Math.max(0, places) + places;
  return plain(isNegative ? '-' : '', `${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** A JSON number in its shortest decimal notation, without exponent. */
export function decimalText(value: number): string {
  const { numerator, denominator } = decimal(value);
  return moved(String(numerator), -(String(denominator).length - 1));
}
