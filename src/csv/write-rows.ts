import type { Separator } from './detect-separator.ts';
import { escapeFormula } from './escape-formulas.ts';

/** A number in neutral notation: digits, and a point if it has decimals. */
export type Decimal = { readonly decimal: string };
export type Cell = string | Decimal | undefined;

/** How a file is written for the program that opens it. */
export type Dialect = {
  readonly separator: Separator;
  readonly decimalMark: ',' | '.';
  readonly mark: string;
  /** The file is read by a program and never run: text stays as it is. */
  readonly isForProgram?: true;
};

/**
 * `excelFr` opens correctly in French Excel and LibreOffice; `plain` is what programs expect. Both
 * are UTF-8.
 */
export const dialects = {
  excelFr: { separator: ';', decimalMark: ',', mark: '\ufeff' },
  plain: { separator: ',', decimalMark: '.', mark: '' },
} as const satisfies Record<string, Dialect>;
export type DialectName = keyof typeof dialects;

/** For the import of another program, which would keep an apostrophe. */
export const programDialect: Dialect = { ...dialects.plain, isForProgram: true };

/**
 * Rows as text with CRLF line ends (RFC 4180). Text is escaped against formulas, except for a
 * program; numbers stay as they are.
 */
export const writeRows = (rows: readonly (readonly Cell[])[], dialect: Dialect): string =>
  rows.map((cells) => `${cells.map((cell) => written(cell, dialect)).join(dialect.separator)}\r\n`).join('');

function written(cell: Cell, { separator, decimalMark, isForProgram }: Dialect): string {
  if (cell === undefined) return '';
  const kept = isForProgram ? (text: string) => text : escapeFormula;
  const text = typeof cell === 'string' ? kept(cell) : unmistakable(cell.decimal).replace('.', decimalMark);
  return NEEDS_QUOTES.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Blanks at the ends are quoted too: some readers would strip them. */
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** Writes 1.234 as 1.2340: three digits after a mark could be read as thousands. */
const unmistakable = (decimal: string): string => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal);
