import { type CsvColumns, columnsMeant } from '../../domain/payments/bank/csv-columns.ts';
import { directionIn, statusIn } from '../../domain/payments/bank/row-vocabulary.ts';
import { readCents, readDay } from '../parse-fields.ts';
import { isAccountOfParty, isHarmlessName, meaningOf } from './column-names.ts';

/**
 * Meanings that decide whether, where and how much money moved. If such a column is missed, a row
 * may mean something else.
 */
const DECIDING = new Set(['status', 'direction', 'fee', 'net', 'account']);
/** Revolut lists savings pockets among the account's rows; transfers to them move no money. */
const PRODUCT = /^\s*(?:product|produit|produkt|producto|prodotto)\s*$/i;
const POCKET = /pocket|saving|deposit|vault|[eé]pargne|coffre|tirelire|d[eé]p[oô]t|spar|tasche|ahorro|deposito/i;
/** Debit and credit columns repeat the amount if there is a signed amount column. */
const TWICE = new Set(['debit', 'credit']);
/** Longer cells are text, not codes. */
const CODE_MAX = 40;

/** The 1-based columns without a known meaning whose content could change what this row means. */
export function ambiguousColumnsIn(
  headers: readonly string[],
  columns: CsvColumns,
): (cells: readonly string[]) => number[] {
  const meant = new Set(columnsMeant(columns));
  const isSigned = columns.amount !== undefined;
  const judged = headers.map((header, at) => {
    const { meaning } = meaningOf(header) ?? {};
    if (meaning === 'account' && isAccountOfParty(headers, at + 1, 1)) return { isDeciding: false, isHarmless: true };
    if (PRODUCT.test(header)) return { isDeciding: false, isHarmless: false, isProduct: true };
    if (meaning === undefined) return { isDeciding: false, isHarmless: isHarmlessName(header) };
    const isDeciding = (DECIDING.has(meaning) && columns[meaning] === undefined) || (TWICE.has(meaning) && !isSigned);
    return { isDeciding, isHarmless: !isDeciding };
  });
  return (cells) =>
    cells.flatMap((cell, at) => {
      if (meant.has(at + 1) || cell.trim() === '') return [];
      const { isDeciding = false, isHarmless = false, isProduct = false } = judged[at] ?? {};
      if (isProduct) return POCKET.test(cell) ? [at + 1] : [];
      return couldSayOtherwise(cell, { isDeciding, isHarmless }) ? [at + 1] : [];
    });
}

function couldSayOtherwise(
  cell: string,
  { isDeciding, isHarmless }: { isDeciding: boolean; isHarmless: boolean },
): boolean {
  const amount = readCents(cell);
  if (typeof amount === 'number' && amount === 0) return false;
  if (isDeciding) return true;
  const status = statusIn(cell);
  if (status !== undefined && status !== 'booked') return true;
  if (isHarmless) return false;
  if (directionIn(cell) !== undefined || typeof amount === 'number') return true;
  return cell.length <= CODE_MAX && readDay(cell, 'dmy') === undefined && readDay(cell, 'mdy') === undefined;
}
