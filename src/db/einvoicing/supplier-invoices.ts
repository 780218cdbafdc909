import type {
  AroundInvoice,
  InvoiceHead,
  SupplierInvoice,
  SupplierInvoiceState,
} from '../../domain/einvoicing/supplier-invoice.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { KeptFile } from '../billing/stored-files.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `s.id, s.test, encode(s.sha256, 'hex') as sha256, s.name, s.size, s.source, s.flow_id, s.state, s.content,
  s.created_at, s.handled_at`;
/** The first received of the same supplier, number and year, and the last known IBAN before it. */
const AROUND = `(select o.id from billing.supplier_invoice o
    where o.account_id = $1 and o.test = s.test and o.supplier_key = s.supplier_key and o.number = s.number
      and extract(year from o.issued_on) = extract(year from s.issued_on) and (o.created_at, o.id) < (s.created_at, s.id)
    order by o.created_at, o.id limit 1) as duplicate_of,
  (select o.iban from billing.supplier_invoice o
    where o.account_id = $1 and o.test = s.test and o.supplier_key = s.supplier_key and o.iban is not null
      and (o.created_at, o.id) < (s.created_at, s.id)
    order by o.created_at desc, o.id desc limit 1) as iban_before`;

const INSERT = sql`
  insert into billing.supplier_invoice (account_id, id, test, sha256, name, size, source, flow_id, state, format, content,
    supplier_key, supplier_name, number, issued_on, due_on, type, currency, net_cents, tax_cents, total_cents, due_cents,
    iban, search, created_at)
  values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, 'to_do', $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
    $21, $22, $23, $24)`;
const KNOWN = sql`
  select ${COLUMNS} from billing.supplier_invoice s
  where s.account_id = $1 and s.test = $2 and (s.sha256 = decode($3, 'hex') or s.flow_id = $4) order by s.created_at, s.id limit 1`;
const COUNT = sql`select count(*)::int as there from billing.supplier_invoice s where s.account_id = $1 and s.test = $2`;
const FIND = sql`
  select ${COLUMNS}, ${AROUND} from billing.supplier_invoice s where s.account_id = $1 and s.test = $2 and s.id = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.supplier_invoice s where s.account_id = $1 and s.test = $2 and s.id = $3 for update`;
const FILE = sql`
  select f.sha256, f.bytes from billing.supplier_invoice s join billing.file f on f.account_id = $1 and f.sha256 = s.sha256
  where s.account_id = $1 and s.test = $2 and s.id = $3`;
const MARK = sql`
  update billing.supplier_invoice set state = $4, handled_at = $5
  where account_id = $1 and test = $2 and id = any($3::uuid[]) and state <> $4`;
const THERE = sql`
  select count(*)::int as there from billing.supplier_invoice s where s.account_id = $1 and s.test = $2 and s.id = any($3::uuid[])`;
const DELETE = sql`delete from billing.supplier_invoice where account_id = $1 and test = $2 and id = $3`;

/** A stored invoice with what its warnings need. */
export type FoundSupplierInvoice = {
  readonly invoice: SupplierInvoice;
  readonly around: Pick<AroundInvoice, 'duplicateOf' | 'ibanBefore'>;
};

/** The stored invoice with the same bytes or of the same flow; undefined if it is new. */
export async function knownSupplierInvoice(
  tx: Tx,
  { sha256, flowId }: { sha256: string; flowId: string | undefined },
): Promise<SupplierInvoice | undefined> {
  const [row] = await tx.read<Row>(KNOWN, [tx.accountId, tx.test, sha256, flowId ?? null]);
  return row && supplierInvoiceFrom(row);
}

/** Invoices of the caller's mode. */
export async function countSupplierInvoices(tx: Tx): Promise<number> {
  const [row] = await tx.read<{ there: number }>(COUNT, [tx.accountId, tx.test]);
  return row?.there ?? 0;
}

/** Stores a new invoice in state `to_do`. `head` is absent if the file could not be read. */
export function insertSupplierInvoice(tx: Tx, invoice: SupplierInvoice, head: InvoiceHead | undefined): void {
  const { id, sha256, name, size, source, content, createdAt } = invoice;
  tx.write(INSERT, [
    ...[tx.accountId, id, tx.test, sha256, name, size, source.from, source.from === 'platform' ? source.flowId : null],
    ...[head?.format ?? null, JSON.stringify(content), head?.supplierKey ?? null, head?.supplierName ?? null],
    ...[head?.number ?? null, head?.issuedOn ?? null, head?.dueOn ?? null, head?.type ?? null, head?.currency ?? null],
    ...[head?.net ?? null, head?.tax ?? null, head?.total ?? null, head?.due ?? null, head?.iban ?? null],
    ...[searchable([name, head?.supplierName, head?.supplierKey, head?.number].join(' ')), createdAt],
  ]);
}

/** An invoice of the caller's mode. */
export async function findSupplierInvoice(tx: Tx, id: string): Promise<FoundSupplierInvoice | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, tx.test, id]);
  return row && foundFrom(row);
}

/** The same, locked until the transaction ends. */
export async function lockSupplierInvoice(tx: Tx, id: string): Promise<SupplierInvoice | undefined> {
  const [row] = await tx.read<Row>(LOCK, [tx.accountId, tx.test, id]);
  return row && supplierInvoiceFrom(row);
}

/** The original of an invoice. */
export async function originalOfSupplierInvoice(tx: Tx, id: string): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(FILE, [tx.accountId, tx.test, id]);
  return row;
}

/** Marks invoices. Returns whether all of them exist; if not, nothing is changed. */
export async function markSupplierInvoices(
  tx: Tx,
  ids: readonly string[],
  { state, now }: { state: SupplierInvoiceState; now: number },
): Promise<boolean> {
  const [row] = await tx.read<{ there: number }>(THERE, [tx.accountId, tx.test, ids]);
  if (row?.there !== new Set(ids).size) return false;
  tx.write(MARK, [tx.accountId, tx.test, ids, state, state === 'handled' ? now : null]);
  return true;
}

export const deleteSupplierInvoice = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, tx.test, id]);

/** Filters received invoices by day of issue. `readable: false`: files that could not be read. */
export type SupplierInvoiceFilter = {
  readonly state?: SupplierInvoiceState | undefined;
  readonly readable?: boolean | undefined;
  readonly supplier?: string | undefined;
  readonly from?: CivilDay | undefined;
  readonly to?: CivilDay | undefined;
  readonly search?: string | undefined;
};
export type SupplierInvoiceCursor = ListCursor<'createdAt'>;

/** A page of invoices of the caller's mode, by the time they were received. */
export async function listSupplierInvoices(
  tx: Tx,
  filter: SupplierInvoiceFilter,
  pageRequest: PageRequest<'createdAt'>,
): Promise<{ found: FoundSupplierInvoice[]; total: number; next?: SupplierInvoiceCursor }> {
  const narrowed = narrowing(tx);
  const { given, where } = narrowed;
  where('s.account_id = $1');
  where(`s.test = ${given(tx.test)}`);
  if (filter.state !== undefined) where(`s.state = ${given(filter.state)}`);
  if (filter.readable !== undefined) where(`s.format is ${filter.readable ? 'not null' : 'null'}`);
  if (filter.supplier !== undefined) where(`s.supplier_key = ${given(filter.supplier)}`);
  if (filter.from !== undefined) where(`s.issued_on >= ${given(filter.from)}::date`);
  if (filter.to !== undefined) where(`s.issued_on <= ${given(filter.to)}::date`);
  for (const word of searchable(filter.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX))
    where(`s.search like ${given(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)}`);
  const page = await readKeysetPage(tx, pageRequest, {
    ...{
      columns: `${COLUMNS}, ${AROUND}`,
      from: 'billing.supplier_invoice s',
      alias: 's',
      key: 's.created_at',
      narrowed,
    },
  });
  return { found: page.rows.map(foundFrom), total: page.total, ...(page.next && { next: page.next }) };
}

/** Words of a search that are compared. */
const WORDS_MAX = 10;

/** A text as it is searched: without case and accents. */
const searchable = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().toWellFormed();

const foundFrom = (row: Row): FoundSupplierInvoice => ({
  invoice: supplierInvoiceFrom(row),
  around: {
    ...(row.duplicate_of !== null && { duplicateOf: row.duplicate_of }),
    ...(row.iban_before !== null && { ibanBefore: row.iban_before }),
  },
});

const supplierInvoiceFrom = (row: Row): SupplierInvoice => ({
  ...{ id: row.id, test: row.test, sha256: row.sha256, name: row.name, size: row.size, state: row.state },
  source: row.source === 'platform' ? { from: 'platform', flowId: row.flow_id } : { from: 'upload' },
  createdAt: row.created_at,
  ...(row.handled_at !== null && { handledAt: row.handled_at }),
  content: JSON.parse(row.content),
});
