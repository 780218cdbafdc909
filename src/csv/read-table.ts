import type { FileFault } from '../domain/import-report.ts';
import { decodeText, type Encoding } from './decode.ts';
import { detectSeparator, type Separator } from './detect-separator.ts';
import { type HeaderRules, matchHeaders } from './match-headers.ts';
import { readRows, type SheetRow } from './read-rows.ts';
import type { Sheet, WorkbookFault } from './read-workbook.ts';
import { countRepairedRows } from './repair-quotes.ts';
import { dialects, writeRows } from './write-rows.ts';

/** Maximum number of columns, known or not. */
const COLUMNS_MAX = 1_000;

export type TableRequest = {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  /** The known columns, by which the sheet of a workbook is chosen. */
  readonly columns: HeaderRules['columns'];
  readonly formats?: HeaderRules['formats'];
  /** Maximum number of non-empty rows, without the headers. */
  readonly rowsMax: number;
};

/** A table that was read to its end. */
export type OpenedTable = {
  /** Headers as written in the file. */
  readonly headers: readonly string[];
  readonly separator: Separator;
  /** Number of non-empty rows, without the headers. */
  readonly rows: number;
  /** The rows after the headers, in batches. */
  readonly body: AsyncIterable<readonly SheetRow[]>;
};

type TableFault = { readonly fault: FileFault; readonly row?: number } | { readonly tooLong: number };

/**
 * Reads a CSV file or an Excel workbook (XLSX): decodes it, then finds its separator, headers and
 * rows. Pure.
 */
export async function readCsvTable(
  file: Uint8Array | string,
  request: TableRequest,
): Promise<OpenedTable | TableFault> {
  if (!isZip(file)) return readText(file, request);
  const text = await csvOfWorkbook(file, request);
  return typeof text === 'string' ? readText(text, { ...request, separator: SEPARATOR_OF_WORKBOOK }) : text;
}

async function readText(
  file: Uint8Array | string,
  { encoding, separator, rowsMax }: TableRequest,
): Promise<OpenedTable | TableFault> {
  const written = textOf(file, encoding);
  if (typeof written !== 'string') return { fault: written.undecodable };
  const found = detectSeparator(written);
  const reading = { start: found.start, separator: separator ?? found.separator };
  const { text, counted } = await countRepairedRows(written, reading, rowsMax + 1);
  if (typeof counted !== 'number')
    return 'ragged' in counted ? { fault: 'ragged' } : { fault: 'quote', row: counted.brokenInRow };
  if (counted - 1 > rowsMax) return { tooLong: rowsMax };
  const headers = await firstOf(readRows(text, reading));
  if (!headers) return { fault: 'empty' };
  if (headers.length > COLUMNS_MAX) return { fault: 'columns' };
  const body = withoutFirst(readRows(text, reading));
  return { headers, separator: reading.separator, rows: counted - 1, body };
}

const ZIP: readonly number[] = [0x50, 0x4b, 0x03, 0x04];

/** Excel workbooks (XLSX) are ZIP files. */
const isZip = (file: Uint8Array | string): file is Uint8Array =>
  typeof file !== 'string' && ZIP.every((byte, at) => file[at] === byte);

const SEPARATOR_OF_WORKBOOK = dialects.excelFr.separator;

/** The sheet whose first row names the most columns, as CSV. */
async function csvOfWorkbook(file: Uint8Array, rules: HeaderRules): Promise<string | WorkbookFault> {
  // Loaded on demand: most files are text.
  const { cellText, isSheetTooLarge, readSheets } = await import('./read-workbook.ts');
  const sheets = await readSheets(file);
  if ('fault' in sheets) return sheets;
  const namedIn = ([first = []]: Sheet): number => {
    const found = matchHeaders(first.map(cellText), rules);
    return 'namedTwice' in found ? 1 : found.places.size;
  };
  const sheet = sheets.reduce<Sheet>((best, each) => (namedIn(each) > namedIn(best) ? each : best), sheets[0] ?? []);
  if (isSheetTooLarge(sheet)) return { fault: 'workbook_too_large' };
  const cells = sheet.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? { decimal: cellText(cell) } : cellText(cell))),
  );
  return writeRows(cells, { ...dialects.excelFr, decimalMark: '.', mark: '' });
}

/** A string is already decoded, but may still start with a byte order mark. */
function textOf(file: Uint8Array | string, encoding: Encoding | undefined) {
  if (typeof file !== 'string') return decodeText(file, encoding);
  return file.includes('\0') ? ({ undecodable: 'nul' } as const) : file;
}

async function firstOf(rows: AsyncIterable<readonly SheetRow[]>): Promise<readonly string[] | undefined> {
  for await (const [first] of rows) return first?.cells;
  return undefined;
}

async function* withoutFirst(rows: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<readonly SheetRow[]> {
  let isFirst = true;
  for await (const some of rows) {
    yield isFirst ? some.slice(1) : some;
    isFirst = false;
  }
}
