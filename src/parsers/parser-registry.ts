import { createHash } from 'node:crypto';
import { type BankFileRequest, readBankFile } from '../bank-files/read-bank-file.ts';
import { readCsvTable, type TableRequest } from '../csv/read-table.ts';
import type { ReadInvoice } from '../domain/einvoicing/received-invoice.ts';
import type { CsvColumns } from '../domain/payments/bank/csv-columns.ts';
import type { ReadStatement } from '../domain/payments/bank/statement.ts';
import type { OwnBusiness } from '../import-files/own-business.ts';
import { type JsonChunks, toJsonChunks } from './json-chunks.ts';

// The parsers of the worker thread, by name. Each is a pure function from file bytes to plain data,
// because both are transferred between threads. Long lists are transferred in chunks.

type Bytes = Uint8Array | string;

export type BankFileInput = {
  readonly file: Bytes;
  readonly encoding?: BankFileRequest['encoding'];
  readonly separator?: BankFileRequest['separator'];
  /** The columns given with this file, or else the stored ones, by the digest of the headers. */
  readonly columns?: CsvColumns | undefined;
  readonly remembered: ReadonlyMap<string, CsvColumns>;
};

export const digestOfHeaders = (headersKey: string): string => createHash('sha256').update(headersKey).digest('hex');

async function bankFile({ file, remembered, ...rest }: BankFileInput) {
  const columnsOf = (key: string): CsvColumns | undefined => remembered.get(digestOfHeaders(key));
  const read = await readBankFile(file, { ...rest, columnsOf });
  if ('untold' in read) {
    // The text of the file stays here.
    const { text: _, reading: __, ...table } = read.untold;
    return { untold: table };
  }
  if (!('statements' in read)) return read;
  const statements: PackedStatement[] = [];
  for (const { lines, ...said } of read.statements) statements.push({ ...said, lines: await toJsonChunks([lines]) });
  return { ...read, statements };
}

/** A statement whose lines are still in chunks. */
type PackedStatement = Omit<ReadStatement, 'lines'> & { readonly lines: JsonChunks };

async function table({ file, ...rest }: TableRequest & { readonly file: Bytes }) {
  const opened = await readCsvTable(file, rest);
  return 'body' in opened ? { ...opened, body: await toJsonChunks(opened.body) } : opened;
}

/** An invoice of a supplier. The readers are loaded on demand: most files are others. */
async function invoiceFile({ file }: { readonly file: Uint8Array }): Promise<ReadInvoice> {
  const { readInvoice } = await import('../einvoice/read/read-invoice.ts');
  return readInvoice(file);
}

/** The lines of text of a PDF. */
async function pdfText({ file }: { readonly file: Uint8Array }) {
  const { linesOfPdf } = await import('./lines-of-pdf.ts');
  return linesOfPdf(file);
}

/** A status of the life cycle of an invoice (CDAR). */
async function lifeCycleMessage({ file }: { readonly file: Bytes }) {
  const { readCdar } = await import('../einvoice/cdar/read-cdar.ts');
  return readCdar(Buffer.from(file).toString());
}

/** A file of another program. The readers are loaded on demand. */
async function importFile({
  file,
  name,
  own,
}: {
  readonly file: Uint8Array;
  readonly name: string;
  readonly own: OwnBusiness;
}) {
  const { readImportFile } = await import('../import-files/read-import-file.ts');
  const read = await readImportFile({ name, bytes: file, own });
  return 'fault' in read ? read : { ...read, documents: await toJsonChunks([read.documents]) };
}

/** The files of a ZIP archive. */
async function zipFile({ file }: { readonly file: Uint8Array }) {
  const { openZip } = await import('../import-files/open-zip.ts');
  return openZip(file);
}

export const parsers = { bankFile, table, invoiceFile, pdfText, lifeCycleMessage, importFile, zipFile };
type Parsers = typeof parsers;
export type ParserName = keyof Parsers;
export type InputOf<Name extends ParserName> = Parameters<Parsers[Name]>[0];
export type ResultOf<Name extends ParserName> = Awaited<ReturnType<Parsers[Name]>>;
