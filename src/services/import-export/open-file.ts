import type { HeaderRules, Headers, Named } from '../../csv/match-headers.ts';
import type { SheetRow } from '../../csv/read-rows.ts';
import type { OpenedTable } from '../../csv/read-table.ts';
import type { Refused } from '../../domain/refusal.ts';
import { chunkEntries } from '../../parsers/json-chunks.ts';
import { parseInWorker } from '../../parsers/parse-in-worker.ts';
import type { Context } from '../context.ts';
import type { ImportRequest } from './import-form.ts';

/** A table that was read to its end. */
export type ReadTable = Omit<OpenedTable, 'body'> & {
  /** The rows after the headers, in batches, as often as needed. */
  readonly body: () => Iterable<readonly SheetRow[]>;
};

/** The same, with the meaning of its columns. */
export type OpenedFile = ReadTable & Headers;

/** Refusals before the first row is read. */
export const fileRefusals = ['file_unreadable', 'file_column_twice', 'file_too_long'] as const;

/**
 * Reads a file in a worker thread: text, separator, headers, and one full read, so that a broken
 * quote near the end is found before anything is done. `rowsMax` limits the rows without headers.
 */
export async function openFile(
  { accountId, gone, sentFile }: Context,
  { content, file, encoding, separator }: ImportRequest,
  options: { columns: readonly Named[]; formats?: HeaderRules['formats']; rowsMax: number },
): Promise<ReadTable | Refused<(typeof fileRefusals)[number]>> {
  const columns = options.columns.map(({ member, names }) => ({ member, names }));
  const bytes = content ?? sentFile ?? Buffer.from(file ?? '', 'base64');
  const request = { file: bytes, encoding, separator, columns, formats: options.formats, rowsMax: options.rowsMax };
  const table = await parseInWorker('table', request, { accountId, gone });
  if ('tooCostly' in table) return { refused: 'file_unreadable', fault: 'too_costly' };
  if ('fault' in table) return { refused: 'file_unreadable', ...table };
  if ('tooLong' in table) return { refused: 'file_too_long', limit: table.tooLong };
  const { body: pieces, ...rest } = table;
  return { ...rest, body: () => rowsOf(pieces) };
}

function* rowsOf(pieces: readonly Uint8Array[]): Generator<readonly SheetRow[]> {
  for (const piece of pieces) yield chunkEntries<SheetRow>(piece);
}
