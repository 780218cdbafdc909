import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type Cell, dialects, writeRows } from '../../csv/write-rows.ts';
import { type ExportedTable, recordTexts } from '../../db/account/export/exported-tables.ts';
import type { QueryFn } from '../../db/audit/verify/finding.ts';
import { recordsMember } from './export-format.ts';
import type { AddedMember, ZipWriter } from './zip/zip-writer.ts';

/**
 * Adds the rows of a table as JSON lines and as CSV; returns both members and the number of rows.
 * Cells that a spreadsheet would calculate are protected in the CSV; the JSON lines are exact.
 */
export async function writeRecords(
  zip: ZipWriter,
  { ask, accountId }: { ask: QueryFn; accountId: string },
  table: ExportedTable,
): Promise<{ rows: number; members: AddedMember[] }> {
  const lines = zip.open(recordsMember(table.name, 'jsonl'));
  const csv = zip.open(recordsMember(table.name, 'csv'));
  const columns = table.columns.map(({ name }) => name);
  let rows = 0;
  try {
    await put(csv.out, dialects.excelFr.mark + writeRows([columns], dialects.excelFr));
    for await (const texts of recordTexts(ask, accountId, table)) {
      await put(lines.out, texts.map((text) => `${text}\n`).join(''));
      await put(
        csv.out,
        writeRows(
          texts.map((text) => cellsOf(text, columns)),
          dialects.excelFr,
        ),
      );
      rows += texts.length;
    }
    return { rows, members: [await lines.end(), await csv.end()] };
  } finally {
    lines.drop();
    csv.drop();
  }
}

/** Writes, and waits while the stream is full. */
export async function put(out: Writable, text: string): Promise<void> {
  if (out.errored) throw out.errored;
  if (text !== '' && !out.write(text)) await once(out, 'drain');
}

function cellsOf(text: string, columns: readonly string[]): Cell[] {
  const row = JSON.parse(text) as Record<string, unknown>;
  return columns.map((column) => cellOf(row[column]));
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return Number.isInteger(value) ? { decimal: String(value) } : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
