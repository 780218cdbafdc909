import type { CdarMessage } from '../einvoice/cdar/cdar-message.ts';
import { type CdarFault, readCdar } from '../einvoice/cdar/read-cdar.ts';
import { elementAt, elementsAt, textAt, UnreadableXml, type XmlNode, xmlTreeReader } from '../einvoice/xml-tree.ts';
import { slices } from '../limits/time-slices.ts';
import { type InvoiceFacts, type ReadInvoice, readCii, readUbl } from './read-invoice.ts';
import type { AckDetail } from './store.ts';

export const flowSyntaxes = ['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR'] as const;
export type FlowSyntax = (typeof flowSyntaxes)[number];

/** What a deposited file is, or why it is not accepted. */
export type Deposit =
  | { readonly invoice: InvoiceFacts }
  | { readonly status: CdarMessage }
  | { readonly report: string }
  | { readonly details: readonly AckDetail[] };

/** The EICAR test file, which every scanner reports as a virus although it is none. */
const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
/** Characters that are read before others get their turn. */
const PIECE = 65_536;
/** Names of the XML file inside a Factur-X file, in use since 2017. */
const FACTUR_X_NAMES = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'ZUGFeRD-invoice.xml'];

/** Reads a file as the syntax its sender says; a file of another syntax is not accepted. */
export async function readDeposit(bytes: Uint8Array, syntax: FlowSyntax): Promise<Deposit> {
  if (bytes.length === 0) return refused('file', 'EmptyFlow', 'The file is empty.');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(EICAR))
    return refused('file', 'VirusFound', 'The file holds the EICAR test virus.');
  const isPdf = Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
  if (isPdf !== (syntax === 'Factur-X'))
    return refused('file', 'FlowTypeError', `The file is ${isPdf ? '' : 'not '}a PDF, and flowSyntax is ${syntax}.`);
  const xml = isPdf ? await xmlOfPdf(bytes) : bytes;
  if (!xml) return refused('file', 'InvalidSchema', 'The PDF has no embedded file factur-x.xml.');
  const text = decoded(xml);
  if (text === undefined) return refused('file', 'InvalidSchema', 'The XML is not in UTF-8.');
  return syntax === 'CDAR' ? statusOf(text) : await read(text, syntax);
}

const refused = (item: string, reasonCode: string, reasonMessage: string): { details: AckDetail[] } => ({
  details: [{ level: 'Error', item, reasonCode, reasonMessage }],
});

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function xmlOfPdf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { PDF } = await import('@libpdf/core');
  try {
    const pdf = await PDF.load(Uint8Array.from(bytes));
    const names = [...pdf.getAttachments().keys()];
    const name = FACTUR_X_NAMES.find((known) => names.includes(known));
    return (name !== undefined && pdf.getAttachment(name)) || undefined;
  } catch {
    // The library throws on what is not a PDF.
    return undefined;
  }
}

function statusOf(text: string): Deposit {
  const read = readCdar(text);
  if (!('fault' in read)) return { status: read };
  const code = read.fault === 'not_a_cdar' ? 'FlowTypeError' : 'InvalidSchema';
  return refused(read.at ?? 'file', code, cdarFaults[read.fault]);
}

const cdarFaults: Record<CdarFault['fault'], string> = {
  broken_xml: 'The XML is broken.',
  document_type: 'The XML has a document type, which is not read.',
  too_large: 'The XML is too large.',
  not_a_cdar: 'flowSyntax is CDAR, and the root element is another one.',
  incomplete: 'A required element is missing.',
};

/** Roots of each syntax, and how they are read. */
const CII_ROOT = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const UBL_ROOT = /^urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2$/;

async function read(text: string, syntax: Exclude<FlowSyntax, 'CDAR'>): Promise<Deposit> {
  const root = await treeOf(text);
  if ('details' in root) return root;
  const wrongRoot = refused('file', 'FlowTypeError', `flowSyntax is ${syntax}, and the root element is ${root.name}.`);
  if (syntax === 'FRR') return root.name === 'Report' ? reportOf(root) : wrongRoot;
  const isCii = root.name === 'CrossIndustryInvoice' && root.namespace === CII_ROOT;
  if (syntax === 'UBL' ? !UBL_ROOT.test(root.namespace) : !isCii) return wrongRoot;
  return invoiceOf(syntax === 'UBL' ? readUbl(root) : readCii(root));
}

function invoiceOf(read: ReadInvoice): Deposit {
  if (!('missing' in read)) return { invoice: read };
  return refused(read.missing, 'InvalidSchema', `The term ${read.missing} is missing or has another form.`);
}

async function treeOf(text: string): Promise<XmlNode | { details: AckDetail[] }> {
  const reader = xmlTreeReader();
  const turn = slices();
  try {
    for (let at = 0; at < text.length; at += PIECE) {
      reader.write(text.slice(at, at + PIECE));
      const others = turn();
      if (others) await others;
    }
    return reader.end();
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refused(`line ${error.line}`, 'InvalidSchema', cdarFaults[error.fault]);
  }
}

/** The flow type of an e-report: blocks 10.1 to 10.4 by its content and the role of the reporter. */
function reportOf(root: XmlNode): Deposit {
  const isBuyer = textAt(root, 'ReportDocument/Issuer/RoleCode') === 'BY';
  const [transactions, payments] = [elementAt(root, 'TransactionsReport'), elementAt(root, 'PaymentsReport')];
  const has = (node: XmlNode | undefined, name: string) => node !== undefined && elementsAt(node, name).length > 0;
  const types = [
    ...(has(transactions, 'Transactions') ? ['AggregatedCustomerTransactionReport'] : []),
    ...(has(transactions, 'Invoice') ? [`Unitary${isBuyer ? 'Supplier' : 'Customer'}TransactionReport`] : []),
    ...(has(payments, 'Transactions') ? ['AggregatedCustomerPaymentReport'] : []),
    ...(has(payments, 'Invoice') ? ['UnitaryCustomerPaymentReport'] : []),
  ];
  const [first] = types;
  if (first === undefined) return refused('Report', 'InvalidSchema', 'The report names no transaction and no payment.');
  return { report: types.length > 1 ? 'MultiFlowReport' : first };
}
