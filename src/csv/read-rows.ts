import { CsvError, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { slices } from '../limits/time-slices.ts';
import type { Separator } from './detect-separator.ts';
import { unguarded } from './escape-formulas.ts';

/** A row as a spreadsheet numbers it: the headers are row 1, and a cell of several lines makes one row. */
export type SheetRow = { readonly row: number; readonly cells: readonly string[] };

/**
 * A quote that opens or closes where none may, in this row: nothing after it can be trusted. One that never closes makes a
 * row longer than any is.
 */
export type BrokenQuote = { readonly brokenInRow: number };

/** More rows than any table has differ from their neighbours in how many cells they have. */
export type Ragged = { readonly ragged: true };

/** Rows with another number of cells than the first row read with them: the library builds an error for each, which it then drops. */
const RAGGED_ROWS_MAX = 20_000;

export type Reading = { readonly separator: Separator; readonly start: number };

/**
 * Reads the rows of a file by RFC 4180, with any end of line and any number of cells a row, some at a time, with a turn for
 * everybody else in between. Rows without anything in them are left out and keep their number. A broken quote throws:
 * `countRows` has found it before.
 */
export async function* readRows(text: string, given: Reading): AsyncGenerator<readonly SheetRow[]> {
  let row = 0;
  for await (const records of recordsOf(text, given)) {
    const rows: SheetRow[] = [];
    for (const record of records) {
      row += 1;
      if (isFilled(record)) rows.push({ row, cells: record.map(unguarded) });
    }
    if (rows.length > 0) yield rows;
  }
}

/** Rows without anything in them that are read for each that may hold something. */
const EMPTY_ROWS = 10;

/**
 * How many rows hold anything, the headers included; or where a quote is broken. Counting ends where there are more than
 * `upTo`, or a file goes on and on without holding anything.
 */
export async function countRows(text: string, given: Reading, upTo: number): Promise<number | BrokenQuote | Ragged> {
  let rows = 0;
  let all = 0;
  let ragged = 0;
  try {
    for await (const records of recordsOf(text, given)) {
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

/** Characters read in one go, or a whole row where it is longer; and characters a row may have. */
const PIECE = 16_384;
const ROW_CHARACTERS_MAX = 262_144;

/**
 * The records of a file, those of one piece together: one by one they would cost ten times as much, and a piece is read in
 * a few milliseconds, whatever is in it. A piece ends where a row does.
 */
async function* recordsOf(text: string, given: Reading): AsyncGenerator<string[][]> {
  const options: Options = {
    delimiter: given.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_CHARACTERS_MAX,
    skip_empty_lines: false,
  };
  const turn = slices();
  for (let at = given.start; at < text.length; ) {
    const end = endOfPiece(text, at);
    // The type it answers is wide: with these options it is rows of cells.
    yield parse(text.slice(at, end), options) as unknown as string[][];
    at = end;
    await turn();
  }
}

/**
 * Where the first row ends that reaches as far as a piece does. Quotes stand in pairs around every end of line that is part
 * of a cell; where they do not, the piece ends anywhere behind the longest row there may be, and reading it will say so.
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
