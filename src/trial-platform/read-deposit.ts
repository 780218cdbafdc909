import type { ReadInvoice, ReceivedFault, ReceivedFormat } from '../domain/einvoicing/received-invoice.ts';
import type { CdarMessage } from '../einvoice/cdar/cdar-message.ts';
import { readCdar } from '../einvoice/cdar/read-cdar.ts';
import { readInvoice } from '../einvoice/read/read-invoice.ts';
import { nodeAt, nodesAt, readXmlTree, TooManyElements, textAt, type XmlNode } from '../xml/read-tree.ts';
import { XmlFault } from '../xml/read-xml.ts';
import { type ReportFacts, readReport } from './e-report.ts';
import { factsOf, type InvoiceFacts } from './read-invoice.ts';
import type { AckDetail } from './store.ts';

export const flowSyntaxes = ['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR'] as const;
export type FlowSyntax = (typeof flowSyntaxes)[number];

/** What a deposited file is, or why it is not accepted. */
export type Deposit =
  | { readonly invoice: InvoiceFacts }
  | { readonly status: CdarMessage }
  | { readonly report: string; readonly facts: ReportFacts }
  | { readonly details: readonly AckDetail[] };

/** The EICAR test file, which every scanner reports as a virus although it is none. */
const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
/** Elements of an e-report. */
const REPORT_ELEMENTS_MAX = 500_000;

/** Reads a file as the syntax its sender says; a file of another syntax is not accepted. */
export async function readDeposit(bytes: Uint8Array, syntax: FlowSyntax): Promise<Deposit> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length === 0) return refused('EmptyFlow', 'The file is empty.');
  if (view.includes(EICAR)) return refused('VirusFound', 'The file holds the EICAR test virus.');
  const isPdf = view.subarray(0, 1_024).includes('%PDF-');
  if (isPdf !== (syntax === 'Factur-X'))
    return refused('FlowTypeError', `The file is ${isPdf ? '' : 'not '}a PDF, and flowSyntax is ${syntax}.`);
  if (syntax === 'CDAR') return statusOf(view.toString());
  if (syntax === 'FRR') return reportOf(view.toString());
  return invoiceOf(await readInvoice(bytes), syntax);
}

const refused = (reasonCode: string, reasonMessage: string, item = 'file'): { details: AckDetail[] } => ({
  details: [{ level: 'Error', item, reasonCode, reasonMessage }],
});

const formatOf: Record<'CII' | 'UBL' | 'Factur-X', ReceivedFormat> = { CII: 'cii', UBL: 'ubl', 'Factur-X': 'facturx' };

function invoiceOf(read: ReadInvoice, syntax: keyof typeof formatOf): Deposit {
  if ('fault' in read) return refusedFor(read);
  if (read.format !== formatOf[syntax])
    return refused('FlowTypeError', `flowSyntax is ${syntax}, and the file is ${read.format}.`);
  const invoice = factsOf(read.invoice);
  if (invoice.seller.siren === undefined) return refused('InvalidSchema', 'The seller has no SIREN.', 'BT-30');
  return { invoice };
}

function refusedFor({ fault, term, row }: ReceivedFault): Deposit {
  if (fault === 'not_an_invoice') return refused('FlowTypeError', 'The file is not an invoice.');
  if (fault === 'too_large' || fault === 'too_costly') return refused('FileSizeExceeded', 'The invoice is too large.');
  return refused(
    'InvalidSchema',
    `The file is not read: ${fault}.`,
    term ?? (row === undefined ? 'file' : `line ${row}`),
  );
}

async function statusOf(text: string): Promise<Deposit> {
  const read = await readCdar(text);
  if (!('fault' in read)) return { status: read };
  const code = read.fault === 'not_a_cdar' ? 'FlowTypeError' : 'InvalidSchema';
  return refused(code, `The status is not read: ${read.fault}.`, read.at ?? 'file');
}

/** The flow type of an e-report: its blocks 10.1 to 10.4, by content and role of the reporter. */
async function reportOf(text: string): Promise<Deposit> {
  const root = await rootOf(text);
  if (!root) return refused('InvalidSchema', 'The XML of the report is broken.');
  if (root.name !== 'Report') return refused('FlowTypeError', `flowSyntax is FRR, and the root is ${root.name}.`);
  const isBuyer = textAt(root, 'ReportDocument/Issuer/RoleCode') === 'BY';
  const [transactions, payments] = [nodeAt(root, 'TransactionsReport'), nodeAt(root, 'PaymentsReport')];
  const types = [
    ...(nodesAt(transactions, 'Transactions').length > 0 ? ['AggregatedCustomerTransactionReport'] : []),
    ...(nodesAt(transactions, 'Invoice').length > 0
      ? [`Unitary${isBuyer ? 'Supplier' : 'Customer'}TransactionReport`]
      : []),
    ...(nodesAt(payments, 'Transactions').length > 0 ? ['AggregatedCustomerPaymentReport'] : []),
    ...(nodesAt(payments, 'Invoice').length > 0 ? ['UnitaryCustomerPaymentReport'] : []),
  ];
  const [first] = types;
  const facts = readReport(root);
  if (first !== undefined) return { report: types.length > 1 ? 'MultiFlowReport' : first, facts };
  // A period that is replaced by nothing: the schema allows it.
  if (textAt(root, 'ReportDocument/TypeCode') === 'RE' && (transactions ?? payments))
    return { report: payments ? 'AggregatedCustomerPaymentReport' : 'AggregatedCustomerTransactionReport', facts };
  return refused('InvalidSchema', 'The report has no transaction and no payment.', 'Report');
}

async function rootOf(text: string): Promise<XmlNode | undefined> {
  try {
    return await readXmlTree(text.replace(/^\uFEFF/, ''), REPORT_ELEMENTS_MAX);
  } catch (error) {
    if (error instanceof XmlFault || error instanceof TooManyElements) return undefined;
    throw error;
  }
}
