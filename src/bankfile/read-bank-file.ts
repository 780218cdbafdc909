import type { CsvColumns } from '../domain/payments/bank/csv-columns.ts';
import type { BankFileFault } from '../domain/payments/bank/file-fault.ts';
import type { ReadStatement } from '../domain/payments/bank/statement.ts';
import { decodeText, type Encoding } from '../spreadsheet/decode.ts';
import type { Separator } from '../spreadsheet/separator.ts';
import { readCamt } from './camt.ts';
import { type CsvTable, openCsv, readCsv } from './csv.ts';
import { Unreadable } from './fault.ts';
import { readOfx } from './ofx.ts';
import { TooLong } from './too-long.ts';

export type BankFileAsked = {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  /** The columns of a CSV file with these headers, where they were told. */
  readonly columnsOf: (headersKey: string) => CsvColumns | undefined;
};

/** What was read of a file; or what its columns seem to mean, where it is a CSV file nobody told the columns of. */
export type BankFile =
  | { readonly statements: readonly ReadStatement[]; readonly leftOut: number; readonly headersKey?: string }
  | { readonly untold: CsvTable };

/**
 * Reads a file of a bank, whatever its form: OFX, CAMT.053 or CSV, told by how it begins. Nothing in a file makes it fail otherwise than
 * by a fault that says where; work and memory grow as the file does, and everybody else has turns in between.
 */
export async function readBankFile(
  bytes: Uint8Array | string,
  asked: BankFileAsked,
): Promise<BankFile | BankFileFault | { readonly tooLong: number; readonly of: 'lines' | 'statements' }> {
  try {
    return await readAny(textOf(bytes, asked.encoding), asked);
  } catch (error) {
    if (error instanceof Unreadable) return error.said;
    if (error instanceof TooLong) return { tooLong: error.limit, of: error.of };
    throw error;
  }
}

/** Characters at the beginning that tell what a file is. */
const BEGINNING = 4_096;

async function readAny(text: string, asked: BankFileAsked): Promise<BankFile> {
  const beginning = text.slice(0, BEGINNING).trimStart();
  if (beginning === '') throw new Unreadable({ fault: 'empty' });
  if (/^OFXHEADER\s*:|<\?OFX\s|<OFX>/i.test(beginning)) return { statements: await readOfx(text), leftOut: 0 };
  if (beginning.startsWith('<')) return readCamt(text);
  // PDF, QIF and MT940 are text as well, and no table.
  if (/^(?:%PDF|!Type:|!Account|:20:|\{1:)/.test(beginning)) throw new Unreadable({ fault: 'unknown_format' });
  const table = await openCsv(text, asked.separator);
  const columns = asked.columnsOf(table.headersKey);
  if (!columns) return { untold: table };
  const { statement, leftOut } = await readCsv(table, columns);
  return { statements: [statement], leftOut, headersKey: table.headersKey };
}

function textOf(bytes: Uint8Array | string, said: Encoding | undefined): string {
  const decoded = typeof bytes === 'string' ? bytes : decodeText(bytes, said ?? saidInside(bytes));
  if (typeof decoded !== 'string') throw new Unreadable({ fault: decoded.undecodable });
  if (decoded.includes('\0')) throw new Unreadable({ fault: 'nul' });
  return decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
}

/** ISO 8859-15 alone must be said: its bytes are Windows-1252's but for a few, such as the euro. The others show by themselves. */
function saidInside(bytes: Uint8Array): Encoding | undefined {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1');
  const said = /encoding\s*=\s*["']([\w-]+)["']|CHARSET:\s*([\w-]+)/i.exec(head);
  return /8859-15/.test(said?.[1] ?? said?.[2] ?? '') ? 'iso-8859-15' : undefined;
}
