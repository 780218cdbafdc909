import { decodeText } from '../../csv/decode.ts';
import { detectSeparator, separatorOfTable } from '../../csv/detect-separator.ts';
import type { NumberWriting } from '../../csv/read-number.ts';
import { readRows, type SheetRow } from '../../csv/read-rows.ts';
import { countRepairedRows } from '../../csv/repair-quotes.ts';
import type { ImportFileFault } from '../../domain/billing/past/foreign-document.ts';

/** Non-empty rows of a file; columns of a row. */
const ROWS_MAX = 100_000;
const COLUMNS_MAX = 1_000;

/** A table of a file: one in CSV, one for each sheet of a workbook. */
export type RawTable = {
  /** All rows, also those above the headers. */
  readonly rows: readonly SheetRow[];
  readonly writing: NumberWriting;
};

/** The tables of a file, and its text if it has one. */
export type OpenedTables = { readonly tables: readonly RawTable[]; readonly text?: string };

/** Opens CSV in any encoding and with any separator. */
export async function openText(text: string): Promise<OpenedTables | { readonly fault: ImportFileFault }> {
  const first = detectSeparator(text);
  const isSaid = first.start > 1;
  const separator = isSaid ? first.separator : separatorOfTable(text, first.start);
  const reading = { start: first.start, separator };
  const repaired = await countRepairedRows(text, reading, ROWS_MAX);
  if (typeof repaired.counted !== 'number') return { fault: 'broken' };
  if (repaired.counted > ROWS_MAX) return { fault: 'too_large' };
  const rows: SheetRow[] = [];
  for await (const some of readRows(repaired.text, reading)) rows.push(...some);
  if (rows.length === 0) return { fault: 'empty' };
  if (rows.some(({ cells }) => cells.length > COLUMNS_MAX)) return { fault: 'too_large' };
  return { tables: [{ rows, writing: { comma: separator === ',' ? 'thousands' : 'decimal' } }], text };
}

/** The text of a file; undefined if it is none. */
export function textOfFile(bytes: Uint8Array): string | undefined {
  const text = decodeText(bytes);
  return typeof text === 'string' ? text.replace(/^\ufeff/, '') : undefined;
}

/** Opens the sheets of an Excel workbook. Formulas are not run: the stored values count. */
export async function openWorkbook(bytes: Uint8Array): Promise<OpenedTables | { readonly fault: ImportFileFault }> {
  const { cellText, isSheetTooLarge, readSheets } = await import('../../csv/read-workbook.ts');
  const sheets = await readSheets(bytes);
  if ('fault' in sheets) return { fault: sheets.fault === 'workbook_broken' ? 'broken' : 'too_large' };
  if (sheets.some((sheet) => isSheetTooLarge(sheet) || sheet.length > ROWS_MAX)) return { fault: 'too_large' };
  const tables = sheets.map((sheet) => ({
    rows: sheet
      .map((cells, place) => ({ row: place + 1, cells: cells.map(cellText) }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
    writing: { comma: 'decimal' as const },
  }));
  return tables.every(({ rows }) => rows.length === 0) ? { fault: 'empty' } : { tables };
}
