import { CsvError, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { slices } from '../limits/time-slices.ts';
import type { Separator } from './detect-separator.ts';
import { unescapeFormula } from './escape-formulas.ts';

/**
 * A row with its spreadsheet number: the headers are row 1, and a multi-line cell is in one row.
 */
export type SheetRow = { readonly row: number; readonly cells: readonly string[] };

/**
 * A misplaced quote in this row: nothing after it can be trusted. A quote that never closes makes
 * a row longer than the limit.
 */
export type BrokenQuote = { readonly brokenInRow: number };

/** Too many rows have a different number of cells than their neighbours. */
export type Ragged = { readonly ragged: true };

/**
 * Limit for rows whose cell count differs from the first row parsed with them: the library builds
 * and drops an error for each.
 */
const RAGGED_ROWS_MAX = 20_000;

export type Reading = { readonly separator: Separator; readonly start: number };

/**
 * Reads rows by RFC 4180 with any line end and any number of cells, in batches that yield to other
 * requests. Empty rows are skipped but counted in the numbering. A broken quote throws:
 * `countRows` has already checked for it.
 */
export async function* readRows(text: string, options: Reading): AsyncGenerator<readonly SheetRow[]> {
  let row = 0;
  for await (const records of recordsOf(text, options)) {
    const rows: SheetRow[] = [];
    for (const record of records) {
      row += 1;
      if (isFilled(record)) rows.push({ row, cells: record.map(unescapeFormula) });
    }
    if (rows.length > 0) yield rows;
  }
}

/** Empty rows accepted per non-empty row. */
const EMPTY_ROWS = 10;

/**
 * Counts non-empty rows including headers, or says where a quote is broken. Stops once there are
 * more than `upTo`, or when too many rows are empty.
 */
export async function countRows(text: string, options: Reading, upTo: number): Promise<number | BrokenQuote | Ragged> {
  let rows = 0;
  let all = 0;
  let ragged = 0;
  try {
    for await (const records of recordsOf(text, options)) {
      all += records.length;
      ragged += raggedIn(records);
      if (ragged > RAGGED_ROWS_MAX) return { ragged: true };
      for (const record of records) if (isFilled(record)) rows += 1;
      if (rows > upTo || all > upTo * EMPTY_ROWS) return upTo + 1;
    }
    return rows;
  } catch (error) {
    const { records } = error as { records?: number };
    if (error instanceof CsvError && records !== undefined) return { brokenInRow: all + records + 1 };
    throw error;
  }
}

function raggedIn(records: readonly (readonly string[])[]): number {
  const width = records[0]?.length;
  return records.filter((record) => record.length !== width).length;
}

const isFilled = (record: readonly string[]): boolean => record.some((cell) => cell.trim() !== '');

/** Characters parsed in one step (or one whole row if longer), and the maximum of a row. */
const PIECE = 16_384;
const ROW_CHARACTERS_MAX = 262_144;

/**
 * Yields the records of a file one slice at a time: single records would cost ten times as much,
 * and a slice takes a few milliseconds. A slice ends at a row end.
 */
async function* recordsOf(text: string, format: Reading): AsyncGenerator<string[][]> {
  const options: Options = {
    delimiter: format.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_CHARACTERS_MAX,
    skip_empty_lines: false,
  };
  const turn = slices();
  for (let at = format.start; at < text.length; ) {
    const end = endOfPiece(text, at);
    // The declared type is wide; with these options the result is rows of cells.
    yield parse(text.slice(at, end), options) as unknown as string[][];
    at = end;
    await turn();
  }
}

/**
 * Where the first row ends that reaches the slice size. Quotes are balanced around each line end
 * inside a cell; if they are not, the slice ends after the longest allowed row, and parsing
 * reports it.
 */
function endOfPiece(text: string, start: number): number {
  const enough = start + PIECE;
  const furthest = Math.min(text.length, enough + ROW_CHARACTERS_MAX);
  if (enough >= text.length) return text.length;
  let isQuoted = false;
  for (let at = text.indexOf('"', start); at >= 0 && at < enough; at = text.indexOf('"', at + 1)) isQuoted = !isQuoted;
  for (let at = enough; at < furthest; at++) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n') return at + 1;
    else if (sign === '\r') return text[at + 1] === '\n' ? at + 2 : at + 1;
  }
  return furthest;
}
