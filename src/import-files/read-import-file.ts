import type { ImportFileFault, ReadImportFile } from '../domain/billing/past/foreign-document.ts';
import { formOfBytes } from './form-of-bytes.ts';
import type { OwnBusiness } from './own-business.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readElectronicInvoice } from './read-electronic-invoice.ts';
import { readInvoiceNinja } from './read-invoice-ninja.ts';
import { readTables } from './read-tables.ts';
import { recognized } from './recognized-file.ts';
import { openText, openWorkbook, textOfFile } from './tables/open-tables.ts';

/** Bytes of a file. */
const IMPORT_FILE_BYTES_MAX = 20 * 1_048_576;

export type ImportFileRequest = {
  /** As the person's computer names it. It decides nothing. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly own: OwnBusiness;
};
type Result = ReadImportFile | { readonly fault: ImportFileFault };

/**
 * Recognizes a file by its content and reads the documents it lists. Never throws for any bytes:
 * what cannot be read is a fault. Lists of customers and products, and bank statements are only
 * recognized. Pure; nothing is fetched, no formula or macro is run.
 */
export async function readImportFile({ bytes, own }: ImportFileRequest): Promise<Result> {
  if (bytes.length === 0) return { fault: 'empty' };
  if (bytes.length > IMPORT_FILE_BYTES_MAX) return { fault: 'too_large' };
  const form = formOfBytes(bytes);
  if (form === 'archive') return { fault: 'nested_archive' };
  if (form === 'macros' || form === 'encrypted') return { fault: form };
  if (form === 'office') return recognized(undefined, 'unknown');
  if (form === 'pdf' || form === 'xml') return (await readElectronicInvoice(bytes, own)) ?? readPdf(bytes, own);
  if (form === 'xlsx') {
    const opened = await openWorkbook(bytes);
    return 'fault' in opened ? opened : readTables(opened, 'xlsx');
  }
  const text = textOfFile(bytes);
  if (text === undefined) return { fault: 'encoding' };
  if (text.trim() === '') return { fault: 'empty' };
  if (/^OFXHEADER\s*:|<\?OFX\s|<OFX>/i.test(text.slice(0, BEGINNING).trimStart()))
    return recognized('ofx', 'bank_statement');
  if (/^\s*[{[]/.test(text.slice(0, BEGINNING))) return (await readInvoiceNinja(text)) ?? recognized('json', 'unknown');
  const opened = await openText(text);
  return 'fault' in opened ? opened : readTables(opened, 'csv');
}

/** Characters at the beginning in which a format shows itself. */
const BEGINNING = 4_096;
