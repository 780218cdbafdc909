import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { withoutHidden } from '../domain/hidden-characters.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import type { DateOrder } from '../domain/payments/bank/csv-columns.ts';
import {
  BANK_AMOUNT_MAX_CENTS,
  BANK_NUMBER_CHARACTERS_MAX,
  LABEL_CHARACTERS_MAX,
  WORDS_CHARACTERS_MAX,
} from '../domain/payments/bank/statement.ts';
import { type CivilDay, isCivilDay } from '../domain/time/civil-day.ts';
import { moved, readNumber } from '../spreadsheet/read-number.ts';

/** Characters a day may take, with the time some banks write behind it. */
const DAY_MAX = 40;

/** Why an amount is none. */
export type BadAmount = 'unreadable' | 'too_large';

/** A number as cents: digits, one mark or none, at most two decimals that count; a sign before it or behind it. */
export function readCents(written: string): Cents | BadAmount {
  const behind = /^([^-]*\d)\s*-$/.exec(written.slice(0, DAY_MAX).trim())?.[1];
  const read = readNumber(behind === undefined ? written.trim() : `-${behind}`, { comma: 'decimal' });
  if (!read) return 'unreadable';
  const whole = moved(read.decimal, 2);
  if (whole.includes('.')) return 'unreadable';
  return Math.abs(Number(whole)) > BANK_AMOUNT_MAX_CENTS ? 'too_large' : cents(Number(whole));
}

/** A balance to the cent, whatever decimals a bank writes: it is compared, and nothing is paid by it. */
export function readBalance(written: string): Cents | undefined {
  const read = readNumber(written.trim(), { comma: 'decimal' });
  const rounded = read && Math.round(Number(read.decimal) * 100);
  return rounded === undefined || Math.abs(rounded) > BANK_AMOUNT_MAX_CENTS
    ? undefined
    : cents(rounded === 0 ? 0 : rounded);
}

/** A day as banks write it: `05/01/2026`, `5.1.26`, `2026-01-05`, `20260105`, with a time behind it or without. */
export function readDay(written: string, order: DateOrder = 'ymd'): CivilDay | undefined {
  const said = written.slice(0, DAY_MAX).trim();
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{4,6})?(?!\d)/.exec(said);
  if (compact) return dayFrom(compact[1], compact[2], compact[3]);
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:$|[T\s+Z])/.exec(said) ?? [];
  if (a.length === 4 || order === 'ymd') return dayFrom(a, b, c);
  return order === 'mdy' ? dayFrom(c, a, b) : dayFrom(c, b, a);
}

function dayFrom(year = '', month = '', day = ''): CivilDay | undefined {
  if (year.length !== 4 && year.length !== 2) return undefined;
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCivilDay(written) && written >= EARLIEST && written <= LATEST ? written : undefined;
}
const EARLIEST = '1970-01-01';
const LATEST = '2999-12-31';

/** Words on one line, without what PostgreSQL cannot keep; what is longer than `max` characters is cut. */
const onOneLine = (said: string, max: number): string =>
  withoutHidden(said.slice(0, max * 4))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '');

export const asLabel = (said: string): string => onOneLine(said, LABEL_CHARACTERS_MAX);
export const asWords = (said: string | undefined): string | undefined =>
  onOneLine(said ?? '', WORDS_CHARACTERS_MAX) || undefined;

/** The number of an account that has no IBAN. */
export const asNumber = (said: string | undefined): string | undefined =>
  onOneLine(said ?? '', BANK_NUMBER_CHARACTERS_MAX) || undefined;

/** An IBAN in its electronic form; undefined where it is none. */
export function asIban(said: string | undefined): string | undefined {
  const electronic = electronicFormatIBAN((said ?? '').slice(0, 60)) ?? '';
  return isValidIBAN(electronic) ? electronic : undefined;
}

/** The IBAN of a French account, which OFX names by bank, branch and number; undefined where they are not of those lengths. */
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
  // Letters of a number stand for digits (how the CFONB has the key computed): A and J 1, B, K and S 2, and so on.
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
