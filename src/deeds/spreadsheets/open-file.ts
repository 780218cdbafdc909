import type { Refused } from '../../domain/refusal.ts';
import { decodeText } from '../../spreadsheet/decode.ts';
import { matchHeaders, type Named } from '../../spreadsheet/headers.ts';
import { countRows, type Reading, readRows, type SheetRow } from '../../spreadsheet/read-rows.ts';
import { type Separator, separatorOf } from '../../spreadsheet/separator.ts';
import type { ImportAsked } from './import-form.ts';

/** Columns a file may have, known or not. */
const COLUMNS_MAX = 1_000;

/** A file that can be read to its end. */
export type OpenedFile = {
  readonly places: ReadonlyMap<string, number>;
  /** Headers as the file writes them. */
  readonly headers: readonly string[];
  readonly unknown: readonly string[];
  readonly separator: Separator;
  /** Rows that hold anything, without the headers. */
  readonly rows: number;
  /** The rows behind the headers, some at a time from the first, as often as they are asked for. */
  readonly body: () => AsyncGenerator<readonly SheetRow[]>;
};

/** How a file may be refused before its first row is looked at. */
export const fileRefusals = ['file_unreadable', 'file_column_twice', 'file_too_long'] as const;

/**
 * Opens a file: its text, its separator, its headers, and once through it all, so that a broken quote near the end is
 * known before anything is done. `rowsMax` bounds its rows without the headers.
 */
export async function openFile(
  asked: ImportAsked,
  bytes: Uint8Array | undefined,
  given: { columns: readonly Named[]; rowsMax: number },
): Promise<OpenedFile | Refused<(typeof fileRefusals)[number]>> {
  const text = textOf(asked, bytes);
  if (typeof text !== 'string') return { refused: 'file_unreadable', fault: text.undecodable };
  const found = separatorOf(text);
  const reading = { start: found.start, separator: asked.separator ?? found.separator };
  const counted = await countRows(text, reading, given.rowsMax + 1);
  if (typeof counted !== 'number') return { refused: 'file_unreadable', fault: 'quote', row: counted.brokenInRow };
  const headers = await firstOf(readRows(text, reading));
  if (counted - 1 > given.rowsMax) return { refused: 'file_too_long', limit: given.rowsMax };
  if (!headers) return { refused: 'file_unreadable', fault: 'empty' };
  if (headers.length > COLUMNS_MAX) return { refused: 'file_unreadable', fault: 'columns' };
  const matched = matchHeaders(headers, given.columns);
  if ('namedTwice' in matched) return { refused: 'file_column_twice', column: matched.namedTwice };
  return {
    ...matched,
    headers,
    separator: reading.separator,
    rows: counted - 1,
    body: await bodyOf(text, reading, counted),
  };
}

/** Rows of a file that are kept as they were read; those of a longer one are read again each time. */
const ROWS_KEPT_MAX = 10_001;

/** The rows behind the headers. */
async function bodyOf(text: string, reading: Reading, rows: number): Promise<OpenedFile['body']> {
  const read = (): AsyncGenerator<readonly SheetRow[]> => withoutFirst(readRows(text, reading));
  if (rows > ROWS_KEPT_MAX) return read;
  const kept: (readonly SheetRow[])[] = [];
  for await (const some of read()) kept.push(some);
  return async function* () {
    yield* kept;
  };
}

async function* withoutFirst(rows: AsyncGenerator<readonly SheetRow[]>): AsyncGenerator<readonly SheetRow[]> {
  let isFirst = true;
  for await (const some of rows) {
    yield isFirst ? some.slice(1) : some;
    isFirst = false;
  }
}

/** A text has no character set left; the mark of one may still stand before it. */
function textOf({ content, file, encoding }: ImportAsked, bytes: Uint8Array | undefined) {
  if (content === undefined) return decodeText(bytes ?? Buffer.from(file ?? '', 'base64'), encoding);
  return content.includes('\0') ? ({ undecodable: 'nul' } as const) : content;
}

async function firstOf(rows: AsyncGenerator<readonly SheetRow[]>): Promise<readonly string[] | undefined> {
  for await (const [first] of rows) return first?.cells;
  return undefined;
}
