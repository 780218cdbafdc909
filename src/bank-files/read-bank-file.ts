import { decodeText, type Encoding } from '../csv/decode.ts';
import type { Separator } from '../csv/detect-separator.ts';
import type { CsvColumns } from '../domain/payments/bank/csv-columns.ts';
import type { BankFileFault } from '../domain/payments/bank/file-fault.ts';
import type { LeftOut } from '../domain/payments/bank/skipped-rows.ts';
import type { ReadStatement } from '../domain/payments/bank/statement.ts';
import { XmlFault } from '../xml/read-xml.ts';
import { readCamt } from './camt.ts';
import { type CsvTable, columnsFor, openCsv } from './csv/open-csv.ts';
import { readCsv } from './csv/read-csv.ts';
import { readOfx } from './ofx.ts';
import { FileTooLong, UnreadableFile } from './unreadable-file.ts';

export type BankFileRequest = {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  /** The columns given with the file. */
  readonly columns?: CsvColumns | undefined;
  /** The columns stored for a CSV file with these headers. */
  readonly columnsOf: (headersKey: string) => CsvColumns | undefined;
};

/** The content of a file, or the proposed columns of a table if they are not confirmed yet. */
type BankFile =
  | {
      readonly statements: readonly ReadStatement[];
      readonly leftOut: LeftOut;
      /** For a table: columns without a meaning that could change what its rows mean. */
      readonly doubtfulColumns: readonly string[];
      readonly headersKey?: string;
    }
  | { readonly untold: CsvTable };

/**
 * Reads a bank file (OFX, CAMT, CSV or Excel), detected from its beginning. Invalid content only
 * ever produces a fault with its position. Time and memory are linear in the file size, and it
 * yields to other requests.
 */
export async function readBankFile(
  bytes: Uint8Array | string,
  request: BankFileRequest,
): Promise<BankFile | BankFileFault | { readonly tooLong: number; readonly of: 'lines' | 'statements' }> {
  try {
    return await readAny(bytes, request);
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof XmlFault) return error.said;
    if (error instanceof FileTooLong) return { tooLong: error.limit, of: error.of };
    throw error;
  }
}

/** Characters at the beginning that are used to detect the format. */
const BEGINNING_CHARACTERS = 4_096;

async function readAny(file: Uint8Array | string, request: BankFileRequest): Promise<BankFile> {
  const form = typeof file === 'string' ? undefined : formatOfBytes(file);
  if (form === 'xlsx') {
    // Loaded on demand: few banks send workbooks.
    const { workbookToCsv } = await import('./excel-to-csv.ts');
    return readTable(await workbookToCsv(file as Uint8Array), { ...request, separator: ';' });
  }
  if (form) throw new UnreadableFile({ fault: form });
  const text = textOf(file, request.encoding);
  const beginning = text.slice(0, BEGINNING_CHARACTERS).trimStart();
  if (beginning === '') throw new UnreadableFile({ fault: 'empty' });
  if (/^OFXHEADER\s*:|<\?OFX\s|<OFX>/i.test(beginning)) return { ...(await readOfx(text)), doubtfulColumns: [] };
  const known = formatOfText(beginning);
  if (known) throw new UnreadableFile({ fault: known });
  if (beginning.startsWith('<')) return { ...(await readCamt(text)), doubtfulColumns: [] };
  return readTable(text, request);
}

async function readTable(text: string, request: BankFileRequest): Promise<BankFile> {
  const table = await openCsv(text, request.separator);
  const columns = columnsFor(table, request.columns, request.columnsOf(table.headersKey));
  return columns ? { ...(await readCsv(table, columns)), headersKey: table.headersKey } : { untold: table };
}

function textOf(bytes: Uint8Array | string, text: Encoding | undefined): string {
  const decoded = typeof bytes === 'string' ? bytes : decodeText(bytes, text ?? declaredEncoding(bytes));
  if (typeof decoded !== 'string') throw new UnreadableFile({ fault: decoded.undecodable });
  if (decoded.includes('\0')) throw new UnreadableFile({ fault: 'nul' });
  return decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
}

/**
 * Only ISO 8859-15 must be declared: it differs from Windows-1252 in a few bytes, such as the
 * euro. The other encodings are detected.
 */
function declaredEncoding(bytes: Uint8Array): Encoding | undefined {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1');
  const declared = /encoding\s*=\s*["']([\w-]+)["']|CHARSET:\s*([\w-]+)/i.exec(head);
  return /8859-15/.test(declared?.[1] ?? declared?.[2] ?? '') ? 'iso-8859-15' : undefined;
}

type Known = Exclude<BankFileFault, { fault: 'field' }>['fault'];

/** Bytes examined at the beginning. */
const BEGINNING_BYTES = 4_096;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly is: Known }[] = [
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: 'old_excel' },
  { bytes: [0x25, 0x50, 0x44, 0x46], is: 'pdf' },
  { bytes: [0x1f, 0x8b], is: 'archive' },
  { bytes: [0x52, 0x61, 0x72, 0x21], is: 'archive' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], is: 'archive' },
];
const ZIP: readonly number[] = [0x50, 0x4b, 0x03, 0x04];

const beginsWith = (bytes: Uint8Array, sign: readonly number[]): boolean =>
  sign.every((byte, at) => bytes[at] === byte);

/**
 * Detects an Excel workbook or an unsupported format from the bytes; undefined if it may be text.
 */
function formatOfBytes(bytes: Uint8Array): 'xlsx' | Known | undefined {
  const known = SIGNATURES.find((each) => beginsWith(bytes, each.bytes));
  if (known) return known.is;
  if (!beginsWith(bytes, ZIP)) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('xl/workbook.')) return 'xlsx';
  return file.subarray(0, BEGINNING_BYTES).includes('vnd.oasis.opendocument') ? 'open_document' : 'archive';
}

/** Detects a text format that is recognized but not supported. */
function formatOfText(beginning: string): Known | undefined {
  if (beginning.startsWith('%PDF')) return 'pdf';
  if (/^!(?:Type|Account|Option)\b/i.test(beginning)) return 'qif';
  if (/^(?:\{1:|:20:|:25:|:940:)/.test(beginning)) return 'mt940';
  // Records of 120 characters: the old balance, then movements.
  if (/^0[1457]\d{5}.{113}(?:\r?\n|$)/.test(beginning)) return 'cfonb';
  if (/progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/.test(beginning)) return 'old_excel';
  return /^(?:<!doctype html|<html)/i.test(beginning) ? 'web_page' : undefined;
}
