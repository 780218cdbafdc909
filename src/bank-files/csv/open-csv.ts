import { detectSeparator, type Separator, separatorOfTable } from '../../csv/detect-separator.ts';
import { letters } from '../../csv/match-headers.ts';
import { type Reading, readRows, type SheetRow } from '../../csv/read-rows.ts';
import { countRepairedRows } from '../../csv/repair-quotes.ts';
import { type CsvColumns, completedBy } from '../../domain/payments/bank/csv-columns.ts';
import { BANK_LINES_MAX } from '../../domain/payments/bank/statement.ts';
import { type DecimalMark, decimalMarkOf } from '../parse-fields.ts';
import { FileTooLong, UnreadableFile } from '../unreadable-file.ts';
import { accountNamedIn, ibanIn, isPendingHeading } from './account-sections.ts';
import { areHeaders, detectColumns, isDataRow, isDay, placeOfDay } from './detect-columns.ts';

/** An opened CSV file: where its table begins and what its columns seem to mean. */
export type CsvTable = {
  readonly text: string;
  readonly reading: Reading;
  /**
   * The row before the first line, with spreadsheet numbering; 0 if the table has no headers and
   * starts the file.
   */
  readonly headerRow: number;
  /** As written in the file; empty if there are none. */
  readonly headers: readonly string[];
  /** Equal for all files with the same headers. */
  readonly headersKey: string;
  /** The decimal mark of each column (0-based); undefined if ambiguous. */
  readonly marks: readonly (DecimalMark | undefined)[];
  /** The first lines, as written. */
  readonly sample: readonly (readonly string[])[];
  readonly guess?: CsvColumns;
  /** The IBAN above the table, or else the account number named there. */
  readonly iban?: string;
  readonly number?: string;
  /** Whether the last heading above the table says that its rows are not booked yet. */
  readonly isPending: boolean;
};

/**
 * Limits: rows searched for the start of the table, sample rows shown, columns, characters shown
 * per cell.
 */
const LOOKED_AT_ROWS = 60;
const SAMPLE_ROWS = 5;
const COLUMNS_MAX = 100;
const SHOWN_CHARACTERS = 100;
/** Rows of a file that are not lines: above and below the table. */
const OTHER_ROWS_MAX = 1_000;

/**
 * Opens a file: finds its separator and headers and reads it once in full, so that a broken quote
 * near the end is found. Throws `UnreadableFile` or `FileTooLong`.
 */
export async function openCsv(written: string, separator?: Separator): Promise<CsvTable> {
  // Some banks write ="0123" so that spreadsheets keep the zero; in CSV this is a misplaced quote.
  const unmended = written.replace(/(^|[;,\t|\r\n])="/g, '$1"');
  const { start } = detectSeparator(unmended);
  const reading = { start, separator: separator ?? separatorOfTable(unmended, start) };
  const { text, counted } = await countRepairedRows(unmended, reading, BANK_LINES_MAX + OTHER_ROWS_MAX);
  if (typeof counted !== 'number')
    throw new UnreadableFile('ragged' in counted ? { fault: 'ragged' } : { fault: 'quote', row: counted.brokenInRow });
  if (counted > BANK_LINES_MAX + OTHER_ROWS_MAX) throw new FileTooLong(BANK_LINES_MAX, 'lines');
  const rows = await firstRows(text, reading);
  if (rows.length === 0) throw new UnreadableFile({ fault: 'empty' });
  if (rows.some(({ cells }) => cells.length > COLUMNS_MAX)) throw new UnreadableFile({ fault: 'columns' });
  const { headers, first } = tableIn(rows);
  const headerRow = headers?.row ?? (rows[first]?.row ?? 1) - 1;
  const cells = rows
    .slice(first, first + LOOKED_AT_ROWS)
    .map((row) => row.cells)
    .filter(isDataRow);
  const names = headers?.cells.map((cell) => cell.trim()) ?? [];
  const guess = detectColumns(names, cells);
  const above = rows.filter(({ row }) => row < headerRow || (!headers && row <= headerRow));
  return {
    ...{ text, reading, headerRow, headers: names.map(shown) },
    headersKey: names.length > 0 ? names.map(letters).join('|') : `#${cells[0]?.length ?? 0}`,
    marks: Array.from({ length: Math.max(0, ...cells.map((row) => row.length)) }, (_, at) =>
      decimalMarkOf(cells.map((row) => row[at] ?? '').filter((cell) => !isDay(cell))),
    ),
    sample: cells.slice(0, SAMPLE_ROWS).map((row) => row.map(shown)),
    ...(guess && { guess }),
    ...namedAbove(above),
    isPending: above.map(({ cells }) => isPendingHeading(cells)).findLast((value) => value !== undefined) ?? false,
  };
}

/**
 * The columns of a table: the given ones, or else the stored ones, plus what can be detected for
 * the rest.
 */
export const columnsFor = (table: CsvTable, given?: CsvColumns, remembered?: CsvColumns): CsvColumns | undefined =>
  given ?? (remembered && completedBy(remembered, table.guess));

function namedAbove(above: readonly SheetRow[]): { iban?: string; number?: string } {
  const iban = above
    .flatMap((row) => row.cells)
    .map(ibanIn)
    .find(Boolean);
  const number = above.map(({ cells }) => accountNamedIn(cells)).findLast(Boolean);
  if (iban !== undefined) return { iban };
  return number === undefined ? {} : { number };
}

const shown = (cell: string): string => cell.slice(0, SHOWN_CHARACTERS).toWellFormed();

async function firstRows(text: string, reading: Reading): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readRows(text, reading)) {
    rows.push(...some.slice(0, LOOKED_AT_ROWS * 2 - rows.length));
    if (rows.length >= LOOKED_AT_ROWS * 2) break;
  }
  return rows;
}

/**
 * Finds where the table begins: after a known header row, or else at the first row with a date and
 * an amount.
 */
function tableIn(rows: readonly SheetRow[]): { headers?: SheetRow; first: number } {
  const looked = rows.slice(0, LOOKED_AT_ROWS);
  const named = looked.findIndex(({ cells }) => areHeaders(cells));
  if (named >= 0) return { headers: rows[named] as SheetRow, first: named + 1 };
  // Rows above the table may also hold a date and a balance, but in another column than most rows.
  const dated = looked.map(({ cells }) => (isDataRow(cells) ? placeOfDay(cells) : -1));
  const count = (place: number): number => dated.filter((each) => each === place).length;
  const most = dated.reduce((best, place) => (place >= 0 && count(place) > count(best) ? place : best), -2);
  let first = most < 0 ? -1 : dated.indexOf(most);
  const width = looked[first]?.cells.length;
  // The first rows may lack some cells; they are still data rows, not headers.
  while (first > 0 && (dated[first - 1] ?? -1) >= 0 && looked[first - 1]?.cells.length === width) first -= 1;
  if (first < 0) throw new UnreadableFile({ fault: 'columns' });
  const before = rows[first - 1];
  const filled = before?.cells.filter((cell) => /\p{L}/u.test(cell)).length ?? 0;
  return before && filled >= 3 ? { headers: before, first } : { first };
}
