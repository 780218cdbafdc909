import type { SheetRow } from '../csv/read-rows.ts';
import type { ImportFileFault, ReadImportFile } from '../domain/billing/past/foreign-document.ts';
import { recognized } from './recognized-file.ts';
import type { DocumentFormat } from './tables/document-format.ts';
import type { FoundTable } from './tables/find-table.ts';
import { readDocuments } from './tables/read-documents.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The columns into which a record of the backup is written. */
const HEADERS = [
  ...(['number', 'key', 'kind', 'state', 'issuedOn', 'dueOn', 'net', 'vat', 'total'] as const),
  ...(['currency', 'lineText', 'lineNet', 'lineVat', 'lineRate', 'paymentAmount', 'paidOn'] as const),
  ...(['customerKey', 'company', 'firstName', 'lastName', 'email', 'siren', 'vatNumber'] as const),
  ...(['address', 'complement', 'zipCode', 'city'] as const),
] as const;
type Header = (typeof HEADERS)[number];

const format: DocumentFormat = {
  source: 'invoice_ninja',
  signature: [],
  dateOrder: 'ymd',
  columns: Object.fromEntries(HEADERS.map((header) => [header, [header]])),
  // 1 draft, 2 sent, 3 partial, 4 paid, 5 cancelled, 6 reversed.
  states: { '1': 'draft', '2': 'unpaid', '3': 'partly_paid', '4': 'paid', '5': 'cancelled', '6': 'cancelled' },
  kinds: { invoices: 'invoice', credits: 'credit_note', quotes: 'estimate' },
};

/** The backup of a company as JSON; undefined if the text is none. */
export async function readInvoiceNinja(
  text: string,
): Promise<ReadImportFile | { readonly fault: ImportFileFault } | undefined> {
  const backup = parsed(text);
  if (backup === undefined) return { fault: 'broken' };
  if (!isFields(backup) || !Array.isArray(backup.invoices) || !Array.isArray(backup.clients)) return undefined;
  const rows = rowsOf(backup);
  const table: FoundTable = {
    headers: HEADERS,
    written: new Set(),
    rows: [],
    body: rows,
    writing: { comma: 'thousands' },
  };
  const read = await readDocuments(table, format);
  if (!read) return { fault: 'too_large' };
  return { ...recognized('json', 'documents', { source: 'invoice_ninja' }), ...read };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Broken off, or nested too deeply.
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (record: Fields, name: string): readonly Fields[] => {
  const list = record[name];
  if (Array.isArray(list)) return list.filter(isFields);
  return isFields(list) ? Object.values(list).filter(isFields) : [];
};
const textIn = (record: Fields | undefined, name: string): string => {
  const value = record?.[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
const keyOf = (record: Fields): string => textIn(record, 'hashed_id') || textIn(record, 'id');

function rowsOf(backup: Fields): SheetRow[] {
  const clients = new Map(listIn(backup, 'clients').map((client) => [keyOf(client), client]));
  const contacts = new Map(
    listIn(backup, 'client_contacts')
      .toReversed()
      .map((contact) => [textIn(contact, 'client_id'), contact]),
  );
  const payments = paymentsByInvoice(backup);
  const rows: SheetRow[] = [];
  const add = (values: Readonly<Partial<Record<Header, string>>>): void => {
    rows.push({ row: rows.length + 2, cells: HEADERS.map((header) => values[header] ?? '') });
  };
  for (const kind of ['invoices', 'credits', 'quotes'])
    for (const document of listIn(backup, kind)) {
      if (document.is_deleted === true || document.is_deleted === 1) continue;
      const number = textIn(document, 'number');
      const [client, contact] = [
        clients.get(textIn(document, 'client_id')),
        contacts.get(textIn(document, 'client_id')),
      ];
      // A number may be missing in drafts: the key stands for it.
      const identity = { kind, number, key: keyOf(document) };
      const currency = currencyOf(client, backup.company);
      add({ ...identity, currency, ...totalsOf(document), ...customerFields(client, contact) });
      if (number === '') continue;
      for (const line of listIn(document, 'line_items')) add({ ...identity, ...lineFields(line, document) });
      for (const payment of payments.get(keyOf(document)) ?? []) add({ ...identity, ...payment });
    }
  return rows;
}

/** Numbers of currencies in Invoice Ninja; others are left out. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ '1': 'USD', '2': 'GBP', '3': 'EUR', '5': 'DKK', '7': 'SEK', '9': 'CAD', '12': 'AUD', '14': 'NOK', '17': 'CHF' },
};

/** The currency of the customer, else of the company; euros if neither has one. */
function currencyOf(client: Fields | undefined, company: unknown): string {
  const [own] = [client, typeof company === 'string' ? parsed(company) : company]
    .flatMap((owner) => (isFields(owner) && isFields(owner.settings) ? [textIn(owner.settings, 'currency_id')] : []))
    .filter((id) => id !== '');
  return own === undefined ? 'EUR' : (CURRENCIES[own] ?? `currency ${own}`);
}

function totalsOf(document: Fields): Partial<Record<Header, string>> {
  return {
    state: textIn(document, 'status_id'),
    issuedOn: textIn(document, 'date'),
    dueOn: textIn(document, 'due_date'),
    vat: textIn(document, 'total_taxes'),
    total: textIn(document, 'amount'),
  };
}

function lineFields(line: Fields, document: Fields): Partial<Record<Header, string>> {
  const total = textIn(line, 'line_total');
  const tax = textIn(line, 'tax_amount');
  // Prices with VAT included: the line total includes it, too.
  const isInclusive = document.uses_inclusive_taxes === true || document.uses_inclusive_taxes === 1;
  const net = isInclusive && total !== '' ? String(Number(total) - Number(tax || '0')) : total;
  return {
    lineText: textIn(line, 'product_key') || textIn(line, 'notes') || 'line',
    lineNet: net === 'NaN' ? '' : net,
    lineVat: tax,
    lineRate: textIn(line, 'tax_rate1'),
  };
}

function customerFields(client: Fields | undefined, contact: Fields | undefined): Partial<Record<Header, string>> {
  return {
    customerKey: textIn(client, 'number'),
    company: textIn(client, 'name'),
    firstName: textIn(contact, 'first_name'),
    lastName: textIn(contact, 'last_name'),
    email: textIn(contact, 'email'),
    siren: textIn(client, 'id_number'),
    vatNumber: textIn(client, 'vat_number'),
    address: textIn(client, 'address1'),
    complement: textIn(client, 'address2'),
    zipCode: textIn(client, 'postal_code'),
    city: textIn(client, 'city'),
  };
}

function paymentsByInvoice(backup: Fields): Map<string, Partial<Record<Header, string>>[]> {
  const found = new Map<string, Partial<Record<Header, string>>[]>();
  for (const payment of listIn(backup, 'payments')) {
    if (payment.is_deleted === true || payment.is_deleted === 1) continue;
    for (const part of listIn(payment, 'paymentables')) {
      if (!/invoice/i.test(textIn(part, 'paymentable_type'))) continue;
      const key = textIn(part, 'paymentable_id');
      const row = { paymentAmount: textIn(part, 'amount'), paidOn: textIn(payment, 'date') };
      const rows = found.get(key);
      if (rows) rows.push(row);
      else found.set(key, [row]);
    }
  }
  return found;
}
