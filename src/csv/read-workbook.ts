import { Unzip, UnzipInflate } from 'fflate';
import readWorkbook from 'read-excel-file/universal';

/** Limits: unpacked bytes of a workbook, bytes unpacked in one step, cells of a sheet. */
const UNPACKED_MAX = 64 * 1_048_576;
const PIECE = 4_096;
/** Files in the ZIP; each sheet takes several. */
const FILES_MAX = 1_000;
const CELLS_MAX = 2_000_000;
/** Significant decimals: Excel writes 0.1 + 0.2 as 0.30000000000000004. */
const DECIMALS = 6;

/** A cell of a workbook. */
export type SheetCell = string | number | boolean | Date | null;
export type Sheet = readonly (readonly SheetCell[])[];
/** Why a workbook cannot be read. */
export type WorkbookFault = { readonly fault: 'workbook_too_large' | 'workbook_broken' };

/** The sheets of an Excel workbook (XLSX), bounded in memory and time. */
export async function readSheets(bytes: Uint8Array): Promise<readonly Sheet[] | WorkbookFault> {
  if (isTooLarge(bytes)) return { fault: 'workbook_too_large' };
  try {
    const sheets = await readWorkbook(Uint8Array.from(bytes).buffer);
    // The types of the library name the class `Date` where it returns dates.
    return sheets.map(({ data }) => data as unknown as SheetCell[][]);
  } catch {
    return { fault: 'workbook_broken' };
  }
}

/** Whether a sheet has more cells than any real one. */
export const isSheetTooLarge = (sheet: Sheet): boolean =>
  sheet.reduce((all, cells) => all + cells.length, 0) > CELLS_MAX;

/** Whether a ZIP unpacks to more than a table can need. Its stated sizes are not trusted. */
function isTooLarge(bytes: Uint8Array): boolean {
  let [unpacked, files, isOver] = [0, 0, false];
  const unzip = new Unzip((file) => {
    files += 1;
    const isFine = file.name.endsWith('.xml') || file.name.endsWith('.rels') ? checkOfXml() : () => true;
    file.ondata = (_, piece) => {
      unpacked += piece?.length ?? 0;
      isOver ||= unpacked > UNPACKED_MAX || files > FILES_MAX || !isFine(piece ?? new Uint8Array());
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && !isOver; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch {
    // Corrupt: the workbook reader reports it.
  }
  return isOver || files > FILES_MAX;
}

/**
 * Limits: bytes of a tag; bytes of a tag with its text (a cell holds at most 32,767 characters);
 * rows; columns.
 */
const TAG_MAX = 8_192;
const TEXT_MAX = 131_072;
const ROWS_MAX = 110_000;
const COLUMNS_MAX = 1_000;

/**
 * Checks an XML file while it is unpacked, because the workbook reader allocates a table up to the
 * last cell named and takes minutes for a tag with thousands of attributes. Workbooks define no
 * entities.
 */
function checkOfXml(): (piece: Uint8Array) => boolean {
  let rest = '';
  return (piece) => {
    const parts = `${rest}${Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')}`.split('<');
    rest = `<${parts.at(-1)}`.slice(parts.length === 1 ? 1 : 0);
    return parts.every(isFinePart);
  };
}

function isFinePart(part: string): boolean {
  const end = part.indexOf('>');
  if (part.length > TEXT_MAX || (end < 0 ? part.length : end) > TAG_MAX || part.startsWith('!DOCTYPE')) return false;
  const [, column = '', row = ''] = /^(?:\w+:)?(?:c|row)\s(?:[^>]*\s)?r\s*=\s*["']([A-Z]*)(\d+)["']/i.exec(part) ?? [];
  return Number(row) <= ROWS_MAX && columnOf(column) <= COLUMNS_MAX;
}

/** The column number for its letters: A is 1, AA is 27. */
const columnOf = (letters: string): number =>
  [...letters.slice(0, 8)].reduce((all, letter) => all * 26 + letter.toUpperCase().charCodeAt(0) - 64, 0);

/** A cell as text: a date as `2026-01-05`, a number as stored. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dayOf(cell);
  if (typeof cell === 'number') return String(Number(cell.toFixed(DECIMALS)));
  return String(cell);
}

/** A date, with the time if there is one. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}
