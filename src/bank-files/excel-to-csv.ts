import { cellText, isSheetTooLarge, readSheets } from '../csv/read-workbook.ts';
import { areHeaders, isDataRow } from './csv/detect-columns.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * Converts the sheet with the statement to CSV: dates as `2026-01-05`, numbers as stored, every
 * cell quoted. Throws `UnreadableFile`.
 */
export async function workbookToCsv(bytes: Uint8Array): Promise<string> {
  const sheets = await readSheets(bytes);
  if ('fault' in sheets)
    throw new UnreadableFile({ fault: sheets.fault === 'workbook_broken' ? 'broken_excel' : 'excel_too_large' });
  const tables = sheets.map((rows) => rows.map((cells) => cells.map(cellText)));
  const sheet =
    tables.find((rows) => rows.some((cells) => areHeaders(cells))) ??
    tables.find((rows) => rows.some(isDataRow)) ??
    tables[0] ??
    [];
  if (isSheetTooLarge(sheet)) throw new UnreadableFile({ fault: 'excel_too_large' });
  return sheet.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\n`).join('');
}
