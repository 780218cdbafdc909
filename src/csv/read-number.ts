import { decimal } from '../domain/money/decimal.ts';

/** How a file writes numbers: what one comma alone before three digits stands for. */
export type NumberWriting = { readonly comma: 'decimal' | 'thousands' };

/** `decimal` is the number without regard to country; `ambiguous` where it could have been read otherwise. */
export type ReadNumber = { readonly decimal: string; readonly ambiguous: boolean };

/** Characters a number may take, blanks and signs included. */
const NUMBER_MAX = 40;

/**
 * Reads a number as people write it: `1 234,56`, `1,234.56`, `1.234,56`, `12 €`, `30 %`. Of two different marks the last
 * is the decimal one; a mark that stands twice groups thousands; one mark alone is the decimal one, except a comma before
 * exactly three digits in a file whose cells are separated by commas: there `1,234` is one thousand two hundred and
 * thirty-four. Undefined where it is no number.
 */
export function readNumber(cell: string, writing: NumberWriting): ReadNumber | undefined {
  if (cell.length > NUMBER_MAX) return undefined;
  const [, sign = '', written] = /^([+\-\u2212]?)\s*([\d.,'’\s]*\d)$/.exec(bare(cell)) ?? [];
  if (written === undefined) return undefined;
  const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(written);
  const read = withPoint(written, ambiguous && writing.comma === 'thousands');
  return read === undefined ? undefined : { decimal: plain(sign, read), ambiguous };
}

/** The number without what says what it counts. */
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

/** Digits in groups of three by one mark throughout, or without groups. */
function ungrouped(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole || '0';
  const [, mark] = /^[1-9]\d{0,2}([.,'’\s])/.exec(whole) ?? [];
  if (mark === undefined) return undefined;
  const [first = '', ...groups] = whole.split(mark);
  return groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : undefined;
}

/** Without zeros that say nothing, and without a sign before nothing. */
function plain(sign: string, read: string): string {
  const [whole = '', fraction = ''] = read.split('.');
  const kept = fraction.replace(/0+$/, '');
  const number = `${whole.replace(/^0+(?=\d)/, '')}${kept && `.${kept}`}`;
  return sign !== '' && sign !== '+' && number !== '0' ? `-${number}` : number;
}

/** The decimal moved by so many places, without arithmetic: 12.5 moved by 2 is 1250, 1250 moved by -2 is 12.5. */
export function moved(number: string, places: number): string {
  const isNegative = number.startsWith('-');
  const [whole = '', fraction = ''] = number.replace('-', '').split('.');
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const point = digits.length - fraction.length - Math.max(0, places) + places;
  return plain(isNegative ? '-' : '', `${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** A JSON number as its shortest decimal writing, without exponent. */
export function decimalText(value: number): string {
  const { numerator, denominator } = decimal(value);
  return moved(String(numerator), -(String(denominator).length - 1));
}
