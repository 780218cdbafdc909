import {
  RECEIVED_LINES_MAX,
  type ReadInvoice,
  type ReceivedInvoice,
  SUPPLIER_FILE_BYTES_MAX,
} from '../../domain/einvoicing/received-invoice.ts';
import { readXmlTree, TooManyElements, type XmlNode } from '../../xml/read-tree.ts';
import { XmlFault } from '../../xml/read-xml.ts';
import { InvoiceFault } from './fields.ts';
import { CII_NAMESPACE, readCii } from './read-cii.ts';
import { readUbl, UBL_NAMESPACES } from './read-ubl.ts';
import { xmlInPdf } from './xml-in-pdf.ts';

/** Elements of one invoice; one of 10,000 lines has fewer. */
const ELEMENTS_MAX = 500_000;
/** Characters of what was read, as JSON, as it is stored. */
const READ_CHARACTERS_MAX = 8 * 1_048_576;

/**
 * Reads an invoice file: CII, UBL (Invoice or CreditNote), or the CII inside a PDF (Factur-X,
 * ZUGFeRD). Never throws for any bytes: what cannot be read is a fault. Nothing is fetched.
 */
export async function readInvoice(bytes: Uint8Array): Promise<ReadInvoice> {
  try {
    if (bytes.length === 0) throw new InvoiceFault({ fault: 'empty' });
    if (bytes.length > SUPPLIER_FILE_BYTES_MAX) throw new InvoiceFault({ fault: 'too_large' });
    const isPdf = beginsWithPdf(bytes);
    const text = decoded(isPdf ? await xmlInPdf(bytes) : bytes);
    if (!text.trimStart().startsWith('<')) throw new InvoiceFault({ fault: 'unknown_format' });
    const { format, invoice } = invoiceIn(await readXmlTree(text, ELEMENTS_MAX));
    if (invoice.seller.name === '') throw new InvoiceFault({ fault: 'field_missing', term: 'BT-27' });
    if (invoice.lines.length > RECEIVED_LINES_MAX || JSON.stringify(invoice).length > READ_CHARACTERS_MAX)
      throw new InvoiceFault({ fault: 'too_large' });
    return { format: isPdf ? 'facturx' : format, invoice };
  } catch (error) {
    if (error instanceof InvoiceFault || error instanceof XmlFault) return error.said;
    if (error instanceof TooManyElements) return { fault: 'too_large' };
    throw error;
  }
}

function invoiceIn(root: XmlNode): { format: 'cii' | 'ubl'; invoice: ReceivedInvoice } {
  if (root.name === 'CrossIndustryInvoice' && root.namespace === CII_NAMESPACE)
    return { format: 'cii', invoice: readCii(root) };
  if (Object.hasOwn(UBL_NAMESPACES, root.name) && root.namespace === UBL_NAMESPACES[root.name])
    return { format: 'ubl', invoice: readUbl(root) };
  throw new InvoiceFault({ fault: 'not_an_invoice' });
}

/** The header may be preceded by up to 1,024 bytes (ISO 32000, 7.5.2). */
const beginsWithPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes('%PDF-');

/** The text of an XML file, in the encoding of its byte order mark or declaration. */
function decoded(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1] ?? 'utf-8';
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : declared;
  if (!ENCODINGS.has(encoding.toLowerCase())) throw new InvoiceFault({ fault: 'encoding' });
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InvoiceFault({ fault: 'encoding' });
  }
}

const ENCODINGS: ReadonlySet<string> = new Set([
  ...['utf-8', 'utf8', 'us-ascii', 'ascii', 'utf-16le', 'utf-16be'],
  ...['iso-8859-1', 'iso-8859-15', 'windows-1252'],
]);
