import { Unzip, UnzipInflate } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { Unreadable } from './fault.ts';
import { areHeaders, isDataRow } from './guess-columns.ts';

/** Bytes that a workbook takes once unpacked; bytes that are unpacked in one go; cells of a sheet. */
const UNPACKED_MAX = 64 * 1_048_576;
const PIECE = 65_536;
const CELLS_MAX = 2_000_000;
/** Decimals of a number that count: Excel writes 0.1 + 0.2 as 0.30000000000000004. */
const DECIMALS = 6;

type Cell = string | number | boolean | Date | null;

/**
 * The sheet of a workbook that holds the statement, as CSV: days as `2026-01-05`, numbers as they are stored, every cell quoted. Throws
 * `Unreadable`.
 */
export async function csvOfWorkbook(bytes: Uint8Array): Promise<string> {
  if (isLargerThan(bytes, UNPACKED_MAX)) throw new Unreadable({ fault: 'excel_too_large' });
  const sheets = await sheetsOf(bytes);
  const tables = sheets.map((rows) => rows.map((cells) => cells.map(textOf)));
  const sheet =
    tables.find((rows) => rows.some(areHeaders)) ?? tables.find((rows) => rows.some(isDataRow)) ?? tables[0] ?? [];
  if (sheet.reduce((all, cells) => all + cells.length, 0) > CELLS_MAX)
    throw new Unreadable({ fault: 'excel_too_large' });
  return sheet.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\n`).join('');
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly (readonly Cell[])[][]> {
  try {
    const sheets = await readWorkbook(Uint8Array.from(bytes).buffer);
    return sheets.map(({ data }) => data as unknown as Cell[][]);
  } catch {
    throw new Unreadable({ fault: 'broken_excel' });
  }
}

/** Whether a ZIP unpacks to more bytes than allowed. Its stated sizes are not trusted. */
function isLargerThan(bytes: Uint8Array, max: number): boolean {
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    file.ondata = (_, piece) => {
      unpacked += piece?.length ?? 0;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && unpacked <= max; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch {
    // Broken: the reader of the workbook says so.
  }
  return unpacked > max;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dayOf(cell);
  if (typeof cell === 'number') return String(Number(cell.toFixed(DECIMALS)));
  return String(cell);
}

/** A day, with the time where there is one. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}
