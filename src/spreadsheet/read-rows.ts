import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { unguarded } from './formula-guard.ts';
import type { Separator } from './separator.ts';

/** A row as a spreadsheet numbers it: the headers are row 1, and a cell of several lines makes one row. */
export type SheetRow = { readonly row: number; readonly cells: readonly string[] };

/** A quote that opens or closes where none may, in this row: nothing after it can be trusted. */
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

/** How many rows hold anything, the headers included; or where a quote is broken. */
export async function countRows(
  text: string,
  given: { separator: Separator; start: number },
): Promise<number | BrokenQuote> {
  let rows = 0;
  try {
    for await (const record of recordsOf(text, given)) if (record.some((cell) => cell.trim() !== '')) rows += 1;
    return rows;
  } catch (error) {
    const { records } = error as { records?: number };
    if (error instanceof CsvError && records !== undefined) return { brokenInRow: records + 1 };
    throw error;
  }
}

/** Characters handed to the reader at a time. */
const CHUNK = 65_536;

function recordsOf(text: string, given: { separator: Separator; start: number }): AsyncIterable<string[]> {
  const chunks = function* (): Generator<string> {
    for (let at = given.start; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
  };
  const options: Options = {
    delimiter: given.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
  };
  const parser = parse(options);
  // A file that breaks ends the reading of both.
  return Readable.from(chunks(), { objectMode: false }).compose(parser) as AsyncIterable<string[]>;
}
