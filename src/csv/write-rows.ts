import type { Separator } from './detect-separator.ts';
import { guarded } from './escape-formulas.ts';

/** A number as it is written without regard to country: digits, and a point where it has decimals. */
export type Decimal = { readonly decimal: string };
export type Cell = string | Decimal | undefined;

/** How a file is written for whoever opens it. */
export type Dialect = { readonly separator: Separator; readonly decimalMark: ',' | '.'; readonly mark: string };

/** `excelFr` is what Excel and LibreOffice open right in France; `plain` what programs expect. Both are UTF-8. */
export const dialects = {
  excelFr: { separator: ';', decimalMark: ',', mark: '\ufeff' },
  plain: { separator: ',', decimalMark: '.', mark: '' },
} as const satisfies Record<string, Dialect>;
export type DialectName = keyof typeof dialects;

/** Rows as text, each ended by CRLF (RFC 4180). No text in them is a formula; numbers are written as they are. */
export const writeRows = (rows: readonly (readonly Cell[])[], dialect: Dialect): string =>
  rows.map((cells) => `${cells.map((cell) => written(cell, dialect)).join(dialect.separator)}\r\n`).join('');

function written(cell: Cell, { separator, decimalMark }: Dialect): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'string' ? guarded(cell) : unmistakable(cell.decimal).replace('.', decimalMark);
  return NEEDS_QUOTES.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Blanks at the ends are quoted too: some readers would take them off. */
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** 1.234 is written 1.2340: three digits behind a mark could be thousands. */
const unmistakable = (decimal: string): string => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal);
