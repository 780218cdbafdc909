import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { unguarded } from './formula-guard.ts';
import type { Separator } from './separator.ts';

/** A row as a spreadsheet numbers it: the headers are row 1, and a cell of several lines makes one row. */
export type SheetRow = { readonly row: number; readonly cells: readonly string[] };

/**
 * A quote that opens or closes where none may, in this row: nothing after it can be trusted. One that never closes makes a
 * row longer than any is.
 */
export type BrokenQuote = { readonly brokenInRow: number };

/**
 * Reads the rows of a file by RFC 4180, with any end of line and any number of cells a row. Rows without anything in them
 * are left out and keep their number. A broken quote throws: `countRows` has found it before.
 */
export async function* readRows(
  text: string,
  given: { separator: Separator; start: number },
): AsyncGenerator<SheetRow> {
  let row = 0;
  for await (const record of recordsOf(text, given)) {
    row += 1;
    const cells = record.map(unguarded);
    if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
  }
}

/** Rows without anything in them that are read for each that may hold something. */
const EMPTY_ROWS = 10;

/**
 * How many rows hold anything, the headers included; or where a quote is broken. Counting ends where there are more than
 * `upTo`, or a file goes on and on without holding anything.
 */
export async function countRows(
  text: string,
  given: { separator: Separator; start: number },
  upTo: number,
): Promise<number | BrokenQuote> {
  let rows = 0;
  let all = 0;
  try {
    for await (const record of recordsOf(text, given)) {
      all += 1;
      if (record.some((cell) => cell.trim() !== '')) rows += 1;
      if (rows > upTo || all > upTo * EMPTY_ROWS) return upTo + 1;
    }
    return rows;
  } catch (error) {
    const { records } = error as { records?: number };
    if (error instanceof CsvError && records !== undefined) return { brokenInRow: records + 1 };
    throw error;
  }
}

/** Characters handed to the reader at a time, and characters a row may have. */
const CHUNK = 65_536;
const ROW_CHARACTERS_MAX = 262_144;

function recordsOf(text: string, given: { separator: Separator; start: number }): AsyncIterable<string[]> {
  const chunks = async function* (): AsyncGenerator<string> {
    for (let at = given.start; at < text.length; at += CHUNK) {
      yield text.slice(at, at + CHUNK);
      // A long file is read beside other requests, not instead of them.
      await others();
    }
  };
  const options: Options = {
    delimiter: given.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_CHARACTERS_MAX,
    skip_empty_lines: false,
  };
  const parser = parse(options);
  // A file that breaks ends the reading of both.
  return Readable.from(chunks(), { objectMode: false }).compose(parser) as AsyncIterable<string[]>;
}
