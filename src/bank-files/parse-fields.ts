import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { moved, readNumber } from '../csv/read-number.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import {
  BANK_AMOUNT_MAX_CENTS,
  BANK_NUMBER_CHARACTERS_MAX,
  LABEL_CHARACTERS_MAX,
  WORDS_CHARACTERS_MAX,
} from '../domain/payments/bank/statement.ts';
import { stripHiddenCharacters } from '../domain/text/hidden-characters.ts';

/** Why an amount is invalid. */
export type BadAmount = 'unreadable' | 'too_large';

/** The decimal separator of a file; `none` if all its amounts are whole. */
export type DecimalMark = ',' | '.' | 'none';

/**
 * Parses a number to cents: digits, at most one decimal mark, at most two significant decimals; a
 * sign before or after, or `(12.50)` or `12.50 DR`. If the file's decimal mark is known, the other
 * mark before three digits groups thousands.
 */
export function readCents(written: string, mark?: DecimalMark): Cents | BadAmount {
  const text = withSignBefore(written.trim().slice(0, AMOUNT_MAX));
  const read = readNumber(text, { comma: 'decimal' });
  if (!read) return 'unreadable';
  const isGrouped = read.ambiguous && mark !== undefined && mark !== /[.,]/.exec(text)?.[0];
  const whole = moved(read.decimal, isGrouped ? 5 : 2);
  if (whole.includes('.')) return 'unreadable';
  return Math.abs(Number(whole)) > BANK_AMOUNT_MAX_CENTS ? 'too_large' : cents(Number(whole));
}

/** A dash instead of an amount. */
export const isNothing = (cell: string): boolean => /^\s*[-\u2013\u2014]\s*$/.test(cell);

/** Longer than any number. */
const AMOUNT_MAX = 60;

function withSignBefore(text: string): string {
  const [, inBrackets] = /^\(([^()-]*\d[^()-]*)\)$/.exec(text) ?? [];
  if (inBrackets !== undefined) return `-${withoutCurrency(inBrackets)}`;
  const [, behind] = /^([^-]*\d)\s*-$/.exec(text) ?? [];
  if (behind !== undefined) return `-${behind}`;
  const [, sign = '', unsigned, side] = /^([+-]?)([\d\s.,'’]*[.,]\d{2})\s*(CR|DR|[CDHS])$/i.exec(text) ?? [];
  if (unsigned !== undefined && /^[DS]/i.test(side ?? '')) return `-${unsigned}`;
  if (unsigned !== undefined && sign !== '-') return unsigned;
  const [, before, rest] = /^([+\-\u2212])\s*((?:€|\$|£|EUR).*)$/i.exec(text) ?? [];
  return before !== undefined && rest !== undefined ? `${before}${withoutCurrency(rest)}` : text;
}

const withoutCurrency = (text: string): string => text.trim().replace(/^(?:€|\$|£|EUR)\s*/i, '');

/**
 * The mark before the last one or two digits of amounts, in cells that are not dates; undefined if
 * both marks occur.
 */
export function decimalMarkOf(cells: readonly string[]): DecimalMark | undefined {
  const marks = new Set(
    cells.flatMap(
      (cell) => /^[+\-\u2212(€$£\s]*[\d\s.,'’]*?([.,])\d{1,2}[\s)€$£A-Z-]*$/.exec(cell.slice(0, AMOUNT_MAX))?.[1] ?? [],
    ),
  );
  const [only] = marks;
  if (marks.size > 1) return undefined;
  return only === undefined ? 'none' : (only as DecimalMark);
}

/** A balance rounded to the cent, whatever decimals the bank writes: it is only compared. */
export function readBalance(written: string): Cents | undefined {
  const read = readNumber(written.trim(), { comma: 'decimal' });
  const rounded = read && Math.round(Number(read.decimal) * 100);
  return rounded === undefined || Math.abs(rounded) > BANK_AMOUNT_MAX_CENTS
    ? undefined
    : cents(rounded === 0 ? 0 : rounded);
}

/** Text on one line without characters PostgreSQL cannot store, cut at `max` characters. */
const toSingleLine = (text: string, max: number): string =>
  stripHiddenCharacters(text.slice(0, max * 4))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '');

export const asLabel = (text: string): string => toSingleLine(text, LABEL_CHARACTERS_MAX);
export const asWords = (text: string | undefined): string | undefined =>
  toSingleLine(text ?? '', WORDS_CHARACTERS_MAX) || undefined;

/** The number of an account without an IBAN. */
export const asNumber = (text: string | undefined): string | undefined =>
  toSingleLine(text ?? '', BANK_NUMBER_CHARACTERS_MAX) || undefined;

/** An IBAN in electronic form; undefined if invalid. */
export function asIban(text: string | undefined): string | undefined {
  const electronic = electronicFormatIBAN((text ?? '').slice(0, 60)) ?? '';
  return isValidIBAN(electronic) ? electronic : undefined;
}

/**
 * The IBAN of a French account that OFX names by bank, branch and number; undefined if their
 * lengths are wrong.
 */
export function ibanOfRib({
  bank,
  branch,
  number,
}: {
  bank: string;
  branch: string;
  number: string;
}): string | undefined {
  if (!/^\d{5}$/.test(bank) || !/^\d{5}$/.test(branch) || !/^[\dA-Z]{11}$/.test(number)) return undefined;
  const body = `${bank}${branch}${number}`;
  // Letters count as digits in the check key (CFONB rules): A and J are 1, B, K and S are 2, and so
  // on.
  const digits = body.replace(/[A-Z]/g, ribDigit);
  const key = 97n - ((BigInt(digits) * 100n) % 97n);
  const bban = `${body}${String(key).padStart(2, '0')}`;
  const inDigits = `${bban}FR00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(inDigits) % 97n);
  return asIban(`FR${String(check).padStart(2, '0')}${bban}`);
}

function ribDigit(letter: string): string {
  const place = letter.charCodeAt(0) - 65;
  if (place < 9) return String(place + 1);
  return place < 18 ? String(place - 8) : String(place - 16);
}
