import type { Named } from '../../csv/match-headers.ts';
import type { SheetRow } from '../../csv/read-rows.ts';
import type { OpenedTable } from '../../csv/read-table.ts';
import type { Refused } from '../../domain/refusal.ts';
import { entriesOf } from '../../parsers/json-chunks.ts';
import { parseInWorker } from '../../parsers/parse-in-worker.ts';
import type { Context } from '../context.ts';
import type { ImportRequest } from './import-form.ts';

/** A file that was read to its end. */
export type OpenedFile = Omit<OpenedTable, 'body'> & {
  /** The rows behind the headers, some at a time from the first, as often as they are asked for. */
  readonly body: () => Iterable<readonly SheetRow[]>;
};

/** How a file may be refused before its first row is looked at. */
export const fileRefusals = ['file_unreadable', 'file_column_twice', 'file_too_long'] as const;

/**
 * Opens a file in a worker thread: its text, its separator, its headers, and once through it all, so that a broken quote near the end
 * is known before anything is done. `rowsMax` bounds its rows without the headers.
 */
export async function openFile(
  { accountId, gone, sentFile }: Context,
  { content, file, encoding, separator }: ImportRequest,
  given: { columns: readonly Named[]; rowsMax: number },
): Promise<OpenedFile | Refused<(typeof fileRefusals)[number]>> {
  const columns = given.columns.map(({ member, names }) => ({ member, names }));
  const bytes = content ?? sentFile ?? Buffer.from(file ?? '', 'base64');
  const asked = { file: bytes, encoding, separator, columns, rowsMax: given.rowsMax };
  const table = await parseInWorker('table', asked, { accountId, gone });
  if ('tooCostly' in table) return { refused: 'file_unreadable', fault: 'too_costly' };
  if ('fault' in table) return { refused: 'file_unreadable', ...table };
  if ('namedTwice' in table) return { refused: 'file_column_twice', column: table.namedTwice };
  if ('tooLong' in table) return { refused: 'file_too_long', limit: table.tooLong };
  const { body: pieces, ...said } = table;
  return { ...said, body: () => rowsOf(pieces) };
}

function* rowsOf(pieces: readonly Uint8Array[]): Generator<readonly SheetRow[]> {
  for (const piece of pieces) yield entriesOf<SheetRow>(piece);
}
