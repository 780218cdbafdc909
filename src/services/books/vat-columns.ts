import type { VatPiece } from '../../domain/books/vat-return/vat-entry.ts';
import { type EntryLine, isInLine } from '../../domain/books/vat-return/vat-lines.ts';
import type { ShownColumn } from '../import-export/column.ts';
import { shownMoney } from '../import-export/column.ts';
import { eventNames } from './receipt-columns.ts';

/** A piece in a line of the return. */
export type VatRow = {
  readonly line: EntryLine;
  readonly piece: VatPiece;
  readonly base: number;
  readonly tax: number;
};

/** The amounts of a piece in a line; undefined if it is not in it. */
export function amountsIn(line: EntryLine, { entries }: VatPiece): { base: number; tax: number } | undefined {
  const within = entries.filter((entry) => isInLine(line, entry));
  if (within.length === 0) return undefined;
  return within.reduce((all, { base, tax }) => ({ base: all.base + base, tax: all.tax + tax }), { base: 0, tax: 0 });
}

/** The rows of a piece: one for each line it is in. */
export const rowsOfPiece = (lines: readonly EntryLine[], piece: VatPiece): VatRow[] =>
  lines.flatMap((line) => {
    const amounts = amountsIn(line, piece);
    return amounts ? [{ line, piece, ...amounts }] : [];
  });

const nameOfEvent = ({ event }: VatPiece): string =>
  event === 'issued' ? 'Document émis' : event === 'purchase' ? 'Achat' : eventNames[event];

/** The columns of the pieces of a return in a spreadsheet. */
export const vatColumns: readonly (ShownColumn<VatRow> & { readonly isDay?: true })[] = [
  { names: ['Ligne'], show: ({ line }) => line.name },
  { names: ['Libellé'], show: ({ line }) => line.fr },
  { names: ['Date'], show: ({ piece }) => piece.on, isDay: true },
  { names: ['Opération'], show: ({ piece }) => nameOfEvent(piece) },
  { names: ['Pièce'], show: ({ piece }) => piece.reference },
  { names: ['Client ou fournisseur'], show: ({ piece }) => piece.name },
  { names: ['N° de TVA du client'], show: ({ piece }) => piece.vatNumber },
  { names: ['Base hors taxe'], show: ({ line, base }) => (line.asks === 'tax' ? undefined : shownMoney(base)) },
  { names: ['TVA'], show: ({ line, tax }) => (line.asks === 'base' ? undefined : shownMoney(tax)) },
  { names: ['Identifiant'], show: ({ piece }) => piece.id },
];
