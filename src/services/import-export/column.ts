import type { Named } from '../../csv/match-headers.ts';
import { letters } from '../../csv/match-headers.ts';
import { decimalText, moved, type NumberWriting, readNumber } from '../../csv/read-number.ts';
import type { Cell, Decimal } from '../../csv/write-rows.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';

/** The value of a cell, or why it cannot be read. A doubt is noted and changes nothing. */
type CellRead = { readonly value: unknown; readonly doubt?: CustomFault } | { readonly fault: CustomFault };
export type CellReader = (cell: string, writing: NumberWriting) => CellRead;

/**
 * A column of a file, for reading and writing. `member` is the path in the form; the first of
 * `names` is the export header.
 */
export type Column<Shown> = Named & {
  readonly read: CellReader;
  /**
   * An empty cell clears the member. Otherwise it means unchanged, because the member always has a
   * value.
   */
  readonly empties?: boolean;
  readonly show: (shown: Shown) => Cell;
};

/** A column that is only exported. */
export type ShownColumn<Shown> = Pick<Column<Shown>, 'names' | 'show'>;

export const asText: CellReader = (cell) => ({ value: cell });
export const asTrimmed: CellReader = (cell) => ({ value: cell.trim() });

export const asNumber: CellReader = (cell, writing) => numberIn(cell, writing, 0);
/** An amount in the account's currency, read as cents. */
export const asMoney: CellReader = (cell, writing) => numberIn(cell, writing, CENTS_PLACES);

/** Decimal places between an amount and its cents. */
const CENTS_PLACES = 2;

function numberIn(cell: string, writing: NumberWriting, places: number): CellRead {
  const read = readNumber(cell, writing);
  if (!read) return { fault: UNREADABLE };
  const value = Number(moved(read.decimal, places));
  return read.ambiguous ? { value, doubt: ambiguous(read.decimal) } : { value };
}

const UNREADABLE: CustomFault = {
  code: 'number_unreadable',
  fr: 'Ce nombre est illisible',
  en: 'This number cannot be read',
};
const ambiguous = (decimal: string): CustomFault => ({
  code: 'number_ambiguous',
  fr: `Lu comme ${decimal.replace('.', ',')}. Avec trois chiffres après le séparateur, il pourrait aussi s’agir de milliers`,
  en: `Read as ${decimal}. With three digits after the separator, it could also mean thousands`,
});

/** Yes or no in French, English, or as programs write it. */
export const asYesOrNo: CellReader = (cell) => {
  const word = letters(cell);
  if (YES.has(word)) return { value: true };
  if (NO.has(word)) return { value: false };
  return { fault: { code: 'yes_or_no_unreadable', fr: 'Écrivez oui ou non', en: 'Write yes or no' } };
};
const YES: ReadonlySet<string> = new Set(['oui', 'o', 'vrai', 'yes', 'y', 'true', '1', 'x']);
const NO: ReadonlySet<string> = new Set(['non', 'n', 'faux', 'no', 'false', '0']);

/**
 * A word of an enumeration by one of our labels; anything else is left to the form (names and
 * numbers).
 */
export const asWord = (labels: Readonly<Record<string, readonly string[]>>): CellReader => {
  const words = new Map(Object.entries(labels).flatMap(([word, all]) => all.map((label) => [singular(label), word])));
  return (cell) => ({ value: words.get(singular(cell)) ?? cell.trim() });
};

/** `Jours` and `jour` match; `mois` is unaffected, since both sides are treated the same. */
const singular = (label: string): string => letters(label).replace(/s$/, '');

export const shownNumber = (value: number | undefined): Decimal | undefined =>
  value === undefined ? undefined : { decimal: decimalText(value) };
/** Cents as an amount. */
export const shownMoney = (cents: number | undefined): Decimal | undefined =>
  cents === undefined ? undefined : { decimal: moved(decimalText(cents), -CENTS_PLACES) };
export const shownYesOrNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'oui' : 'non';
