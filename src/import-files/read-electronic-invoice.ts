import type { ImportFileFault, ReadImportFile } from '../domain/billing/past/foreign-document.ts';
import type { ReceivedFault } from '../domain/einvoicing/received-invoice.ts';
import { readInvoice } from '../einvoice/read/read-invoice.ts';
import { documentOfInvoice } from './electronic-document.ts';
import type { OwnBusiness } from './own-business.ts';
import { recognized } from './recognized-file.ts';

type Result = ReadImportFile | { readonly fault: ImportFileFault };

/** CII, UBL, or the CII inside a PDF. Undefined for a PDF without one. */
export async function readElectronicInvoice(bytes: Uint8Array, own: OwnBusiness): Promise<Result | undefined> {
  const read = await readInvoice(bytes);
  if ('fault' in read) return PAPER.has(read.fault) ? undefined : outcomeOf(read, bytes);
  const type = read.format === 'facturx' ? 'factur_x' : read.format;
  const document = documentOfInvoice(read.invoice, own);
  if ('reason' in document) {
    const content = document.reason === 'purchase' ? 'purchases' : 'documents';
    return { ...recognized(type, content, { rows: 1 }), leftOut: [document] };
  }
  return { ...recognized(type, 'documents', { rows: 1 }), documents: [document] };
}

/** A PDF without an electronic invoice may still have text, also if its XML cannot be opened. */
const PAPER: ReadonlySet<ReceivedFault['fault']> = new Set(['pdf_without_invoice', 'pdf_unreadable']);

/** Bytes in which a bank statement shows itself. */
const BEGINNING_BYTES = 4_096;

function outcomeOf({ fault }: ReceivedFault, bytes: Uint8Array): Result {
  if (fault === 'empty' || fault === 'encoding' || fault === 'too_large' || fault === 'too_costly') return { fault };
  if (fault === 'too_deep' || fault === 'attributes') return { fault: 'too_costly' };
  if (fault === 'not_an_invoice' || fault === 'unknown_format') {
    const beginning = Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString('latin1').replaceAll('\0', '');
    if (/urn:iso:std:iso:20022:tech:xsd:camt\.05[234]/.test(beginning)) return recognized('camt', 'bank_statement');
    if (/<\?OFX\s|<OFX>/i.test(beginning)) return recognized('ofx', 'bank_statement');
    return recognized(undefined, 'unknown');
  }
  return { fault: 'broken' };
}
