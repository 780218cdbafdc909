import { type NumberWriting, readNumber } from '../csv/read-number.ts';
import { type Cents, cents } from '../domain/money/cents.ts';

/**
 * A whole number of ten-thousandths of a currency unit. Lines of other programs have more than two
 * decimals; their sum is rounded once.
 */
export type TenThousandths = number;

/** Largest amount that is read: 10^12 cents. No invoice of a freelancer has more. */
export const AMOUNT_CENTS_MAX = 1_000_000_000_000;
const PER_UNIT = 10_000;
const PER_CENT = 100;

/** Characters of an amount with its currency. */
const AMOUNT_CHARACTERS_MAX = 60;

/** Symbols and codes of currencies around an amount. */
const CURRENCY = /^(?:[A-Z]{3}|[\p{Sc}]|US\$|CHF)\s*|\s*(?:[A-Z]{3}|[\p{Sc}]|euros?)$/giu;

/**
 * Reads the amount of a cell: `1 234,56 €`, `-12.5`, `(12.50)`, `12,50-`, `EUR 1,234.56`. Undefined
 * if it is no amount or larger than `AMOUNT_CENTS_MAX`.
 */
export function readAmount(cell: string, writing: NumberWriting): TenThousandths | undefined {
  const text = cell.trim();
  if (text.length > AMOUNT_CHARACTERS_MAX) return undefined;
  const [, bracketed] = /^\(([^()]*)\)$/.exec(text) ?? [];
  const [, trailing] = /^(.*\d[^\d-]*)-$/.exec(text) ?? [];
  const [, leading] = /^[-\u2212]\s*(.*)$/.exec(bracketed === undefined ? text : '') ?? [];
  const bare = (bracketed ?? trailing ?? leading ?? text).replace(CURRENCY, '').trim();
  const read = readNumber(bare, writing);
  if (!read) return undefined;
  const value = Math.round(Number(read.decimal) * PER_UNIT);
  if (Math.abs(value) > AMOUNT_CENTS_MAX * PER_CENT) return undefined;
  return bracketed === undefined && trailing === undefined && leading === undefined ? value : 0 - value;
}

/** A sum of readable amounts that is larger than `AMOUNT_CENTS_MAX`. */
export class AmountTooLarge extends Error {}

/** To whole cents; half a cent is rounded away from zero. Throws `AmountTooLarge`. */
export function toCents(amount: TenThousandths): Cents {
  if (Math.abs(amount) > AMOUNT_CENTS_MAX * PER_CENT) throw new AmountTooLarge();
  return cents(Math.sign(amount) * Math.floor((Math.abs(amount) + PER_CENT / 2) / PER_CENT));
}

/** A rate in basis points: `20`, `20 %`, `TVA 5,5 % (FR)`. Undefined outside 0 to 100 %. */
export function readRate(cell: string): number | undefined {
  const text = cell.slice(0, 100).trim();
  const [, written] =
    /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,6})?)\s*%/.exec(text) ?? /^(\d{1,3}(?:[.,]\d{1,6})?)$/.exec(text) ?? [];
  if (written === undefined) return undefined;
  const rate = Math.round(Number(written.replace(',', '.')) * 100);
  return rate <= 10_000 ? rate : undefined;
}
