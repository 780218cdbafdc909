import { decodeText, type Encoding } from '../csv/decode.ts';
import type { Separator } from '../csv/detect-separator.ts';
import type { CsvColumns } from '../domain/payments/bank/csv-columns.ts';
import type { BankFileFault } from '../domain/payments/bank/file-fault.ts';
import type { LeftOut } from '../domain/payments/bank/skipped-rows.ts';
import type { ReadStatement } from '../domain/payments/bank/statement.ts';
import { readCamt } from './camt.ts';
import { type CsvTable, columnsFor, openCsv } from './csv/open-csv.ts';
import { readCsv } from './csv/read-csv.ts';
import { formatOfBytes, formatOfText } from './detect-format.ts';
import { workbookToCsv } from './excel-to-csv.ts';
import { FileTooLong } from './file-too-long.ts';
import { readOfx } from './ofx.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type BankFileRequest = {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  /** The columns given with the file. */
  readonly columns?: CsvColumns | undefined;
  /** The columns stored for a CSV file with these headers. */
  readonly columnsOf: (headersKey: string) => CsvColumns | undefined;
};

/** The content of a file, or the proposed columns of a table if they are not confirmed yet. */
export type BankFile =
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
    if (error instanceof UnreadableFile) return error.said;
    if (error instanceof FileTooLong) return { tooLong: error.limit, of: error.of };
    throw error;
  }
}

/** Characters at the beginning that are used to detect the format. */
const BEGINNING = 4_096;

async function readAny(file: Uint8Array | string, request: BankFileRequest): Promise<BankFile> {
  const form = typeof file === 'string' ? undefined : formatOfBytes(file);
  if (form === 'xlsx') return readTable(await workbookToCsv(file as Uint8Array), { ...request, separator: ';' });
  if (form) throw new UnreadableFile({ fault: form });
  const text = textOf(file, request.encoding);
  const beginning = text.slice(0, BEGINNING).trimStart();
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
