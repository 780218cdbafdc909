import type { PaymentMethod } from '../../domain/billing/document/terms/payment-terms.ts';
import { type Purchase, type PurchaseNature, supplierNameKey } from '../../domain/books/purchase.ts';
import type { PurchaseSum } from '../../domain/books/purchase-totals.ts';
import type { PurchaseVat } from '../../domain/books/purchase-vat.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { KeptFile } from '../billing/stored-files.ts';
import { type Reading, type Row, sql, type Tx } from '../transaction.ts';

/** A line, and whether a counter-entry takes it back. */
export type KeptPurchase = Purchase & { readonly isCorrected: boolean };

const COLUMNS = `p.id, p.number, p.paid_on::text as paid_on, p.booked_on::text as booked_on, p.supplier_name, p.nature, p.designation,
  p.amount_cents, p.deductible_vat_cents, p.method, p.reference, p.supplier_invoice_id, p.transaction_id, p.corrects_id,
  p.replaces_id,
  case when p.vat_rows > 0 then (
    select json_agg(json_build_array(v.treatment, v.rate_bp, v.net_cents, v.vat_cents, v.deductible_cents) order by v.place)
    from billing.purchase_vat v where v.account_id = $1 and v.purchase_id = p.id)::text end as vat,
  encode(p.sha256, 'hex') as sha256, p.receipt_name, p.receipt_size, p.created_at,
  exists (select from billing.purchase c where c.account_id = $1 and c.corrects_id = p.id) as corrected`;

const INSERT = sql`
  insert into billing.purchase (account_id, id, test, number, paid_on, supplier_name, supplier_key, nature, designation,
    amount_cents, deductible_vat_cents, method, reference, supplier_invoice_id, corrects_id, replaces_id, sha256,
    receipt_name, receipt_size, created_at, booked_on, year, vat_rows, transaction_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, decode($17, 'hex'), $18, $19, $20, $21,
    $22, $23, $24)`;
const INSERT_VAT = sql`
  insert into billing.purchase_vat (account_id, purchase_id, place, test, treatment, rate_bp, net_cents, vat_cents, deductible_cents)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
// A line cannot be locked, because the application may not update it; the account's row serializes
// the few people who record purchases, without waiting for what only refers to it.
const LOCK = sql`select 1 from billing.account where account_id = $1 for no key update`;
const LAST_NUMBER = sql`
  select coalesce(max(p.number), 0)::int as last from billing.purchase p
  where p.account_id = $1 and p.test = $2 and p.year = $3`;
const FIND = sql`select ${COLUMNS} from billing.purchase p where p.account_id = $1 and p.test = $2 and p.id = $3`;
const OF_INVOICE = sql`
  select ${COLUMNS} from billing.purchase p
  where p.account_id = $1 and p.test = $2 and p.supplier_invoice_id = $3 and p.corrects_id is null
    and not exists (select from billing.purchase r where r.account_id = $1 and r.replaces_id = p.id)`;
const OF_DEBIT = sql`
  select ${COLUMNS} from billing.purchase p
  where p.account_id = $1 and p.test = $2 and p.transaction_id = $3 and p.corrects_id is null
    and not exists (select from billing.purchase r where r.account_id = $1 and r.replaces_id = p.id)`;
const RECEIPT = sql`
  select p.receipt_name, f.sha256, f.bytes from billing.purchase p
  join billing.file f on f.account_id = $1 and f.sha256 = p.sha256
  where p.account_id = $1 and p.test = $2 and p.id = $3`;
const SPAN = `p.account_id = $1 and p.test = $2 and p.booked_on between $3 and $4
  and ($5::uuid is null or p.supplier_invoice_id = $5)
  and ($6::text is null or p.supplier_key like $6 or lower(p.reference) like $7 or lower(p.designation) like $7
    or abs(p.amount_cents) = $8::bigint)
  and ($9::text is null or p.nature = $9) and ($10::text is null or p.method = $10)`;
const PAGE = sql`
  select ${COLUMNS} from billing.purchase p where ${SPAN} and (p.booked_on, p.number) > ($11::date, $12::int)
  order by p.booked_on, p.number limit $13`;
const COUNT = sql`select count(*)::int as total from billing.purchase p where ${SPAN}`;
const FIRST_DAY = sql`
  select min(p.booked_on)::text as first from billing.purchase p where p.account_id = $1 and p.test = $2`;
const OWES = sql`
  select exists (select from billing.purchase p
    join billing.purchase_vat v on v.account_id = $1 and v.purchase_id = p.id and v.treatment <> 'charged'
    where p.account_id = $1 and p.test = $2 and p.booked_on between $3 and $4) as owes`;
const SUMS = sql`
  select date_trunc('month', p.booked_on)::date::text as month, p.nature, p.method = 'cash' as cash, count(*)::int as count,
    sum(p.amount_cents)::bigint as amount, sum(p.deductible_vat_cents)::bigint as vat
  from billing.purchase p where p.account_id = $1 and p.test = $2 and p.booked_on between $3 and $4
  group by 1, 2, 3`;
// Counter-entries and the lines they take back are no habit of a supplier.
const SUPPLIERS = sql`
  select * from (
    select distinct on (p.supplier_key) p.supplier_name as name, p.nature, p.method, p.paid_on::text as last_paid_on
    from billing.purchase p
    where p.account_id = $1 and p.test = $2 and p.supplier_key like $3 and p.corrects_id is null
      and not exists (select from billing.purchase c where c.account_id = $1 and c.corrects_id = p.id)
    order by p.supplier_key, p.paid_on desc, p.number desc) latest
  order by last_paid_on desc, name limit $4`;

/** Serializes the purchases of an account until the transaction ends. */
export const lockPurchases = async (tx: Tx): Promise<void> => void (await tx.read(LOCK, [tx.accountId]));

/** The last number of a year; 0 if it has no line. */
export const lastPurchaseNumber = async (tx: Tx, year: number): Promise<number> =>
  (await tx.read<{ last: number }>(LAST_NUMBER, [tx.accountId, tx.test, year]))[0]?.last ?? 0;

export const insertPurchase = (tx: Tx, purchase: Purchase): void => {
  const { receipt } = purchase;
  tx.write(INSERT, [
    ...[tx.accountId, purchase.id, tx.test, purchase.number, purchase.paidOn, purchase.supplierName],
    ...[supplierNameKey(purchase.supplierName), purchase.nature, purchase.designation ?? null, purchase.amount],
    ...[purchase.deductibleVat, purchase.method, purchase.reference ?? null, purchase.supplierInvoiceId ?? null],
    ...[purchase.correctsId ?? null, purchase.replacesId ?? null, receipt?.sha256 ?? null, receipt?.name ?? null],
    ...[receipt?.size ?? null, purchase.createdAt, purchase.bookedOn, yearOf(purchase.bookedOn)],
    ...[purchase.vat.length, purchase.bankTransactionId ?? null],
  ]);
  purchase.vat.forEach(({ treatment, rate, net, vat, deductible }, index) => {
    const place = index + 1;
    tx.write(INSERT_VAT, [tx.accountId, purchase.id, place, tx.test, treatment, rate, net, vat, deductible]);
  });
};

const yearOf = (day: CivilDay): number => Number(day.slice(0, 4));

/** A line of the caller’s mode. */
export async function findPurchase(tx: Tx, id: string): Promise<KeptPurchase | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && purchaseFrom(row);
}

/** The last line of a received invoice; it may have been taken back. */
export async function purchaseOfInvoice(tx: Tx, supplierInvoiceId: string): Promise<KeptPurchase | undefined> {
  const [row] = await tx.read(OF_INVOICE, [tx.accountId, tx.test, supplierInvoiceId]);
  return row && purchaseFrom(row);
}

/** The last line of a bank debit; it may have been taken back. */
export async function purchaseOfDebit(tx: Tx, transactionId: string): Promise<KeptPurchase | undefined> {
  const [row] = await tx.read(OF_DEBIT, [tx.accountId, tx.test, transactionId]);
  return row && purchaseFrom(row);
}

/** The stored receipt of a line, with its name. */
export async function receiptOfPurchase(tx: Tx, id: string): Promise<(KeptFile & { name: string }) | undefined> {
  const [row] = await tx.read(RECEIPT, [tx.accountId, tx.test, id]);
  return row && { name: row.receipt_name, sha256: row.sha256, bytes: row.bytes };
}

/** Days of booking, both included; of one received invoice if it is named. */
export type PurchaseSpan = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly supplierInvoiceId?: string | undefined;
  readonly filter?: PurchaseFilter | undefined;
};

/** Which lines of a span. */
export type PurchaseFilter = {
  /** A part of the supplier, the reference or the designation. */
  readonly words?: string | undefined;
  /** Cents, of either sign, which `words` state too. */
  readonly amount?: number | undefined;
  readonly nature?: PurchaseNature | undefined;
  readonly method?: PaymentMethod | undefined;
};
/** Where a page starts: after a line. */
export type PurchasePlace = { readonly on: CivilDay; readonly n: number };

/** The lines of the caller’s mode by day of booking, then number, after a place. */
export async function purchasesAfter(
  tx: Reading,
  span: PurchaseSpan,
  { place, limit }: { place: PurchasePlace | undefined; limit: number },
): Promise<KeptPurchase[]> {
  const { on, n } = place ?? { on: span.from, n: 0 };
  return (await tx.read(PAGE, [...valuesOf(tx, span), on, n, limit])).map(purchaseFrom);
}

export const countPurchases = async (tx: Tx, span: PurchaseSpan): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, valuesOf(tx, span)))[0]?.total ?? 0;

/** The first day with a line. */
export const firstPurchaseDay = async (tx: Tx): Promise<CivilDay | undefined> =>
  (await tx.read(FIRST_DAY, [tx.accountId, tx.test]))[0]?.first ?? undefined;

/** Whether the business owes VAT for a supplier of a span. */
export const owesVatForSuppliers = async (tx: Tx, { from, to }: PurchaseSpan): Promise<boolean> =>
  (await tx.read<{ owes: boolean }>(OWES, [tx.accountId, tx.test, from, to]))[0]?.owes ?? false;

/** The sums of a span by month, nature, and cash apart. */
export const purchaseSums = async (tx: Tx, { from, to }: PurchaseSpan): Promise<PurchaseSum[]> =>
  (await tx.read(SUMS, [tx.accountId, tx.test, from, to])).map(({ month, nature, cash, count, amount, vat }) => ({
    ...{ month, nature: nature as PurchaseNature, isCash: cash, count, amount, deductibleVat: vat },
  }));

/** A supplier of earlier purchases, with what was last bought from it and how it was paid. */
export type KnownSupplier = {
  readonly name: string;
  readonly nature: PurchaseNature;
  readonly method: PaymentMethod;
  readonly lastPaidOn: CivilDay;
};

/** Suppliers whose name contains a text, those paid last first; at most `limit`. */
export async function suppliersNamed(tx: Tx, search: string, limit: number): Promise<KnownSupplier[]> {
  const part = search.trim() === '' ? '%' : partOf(supplierNameKey(search));
  const rows = await tx.read(SUPPLIERS, [tx.accountId, tx.test, part, limit]);
  return rows.map(({ name, nature, method, last_paid_on }) => ({ name, nature, method, lastPaidOn: last_paid_on }));
}

/** A pattern for texts that contain a text. */
const partOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

function valuesOf(tx: Reading, { from, to, supplierInvoiceId, filter = {} }: PurchaseSpan): unknown[] {
  const { words, amount, nature, method } = filter;
  const parts = words === undefined ? [null, null] : [partOf(supplierNameKey(words)), partOf(words.toLowerCase())];
  return [
    ...[tx.accountId, tx.test, from, to, supplierInvoiceId ?? null, ...parts],
    ...[amount ?? null, nature ?? null, method ?? null],
  ];
}

const purchaseFrom = (row: Row): KeptPurchase => ({
  ...{ id: row.id, number: row.number, paidOn: row.paid_on, bookedOn: row.booked_on, supplierName: row.supplier_name },
  nature: row.nature,
  ...(row.designation !== null && { designation: row.designation }),
  vat: vatFrom(row.vat),
  ...{ amount: cents(row.amount_cents), deductibleVat: cents(row.deductible_vat_cents), method: row.method },
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.supplier_invoice_id !== null && { supplierInvoiceId: row.supplier_invoice_id }),
  ...(row.transaction_id !== null && { bankTransactionId: row.transaction_id }),
  ...(row.corrects_id !== null && { correctsId: row.corrects_id }),
  ...(row.replaces_id !== null && { replacesId: row.replaces_id }),
  ...(row.sha256 !== null && { receipt: { name: row.receipt_name, size: row.receipt_size, sha256: row.sha256 } }),
  ...{ createdAt: row.created_at, isCorrected: row.corrected },
});

type VatRow = [treatment: PurchaseVat['treatment'], rate: number, net: number, vat: number, deductible: number];

const vatFrom = (rows: string | null): PurchaseVat[] =>
  ((JSON.parse(rows ?? 'null') ?? []) as VatRow[]).map(([treatment, rate, net, vat, deductible]) => ({
    ...{ treatment, rate, net: cents(net), vat: cents(vat), deductible: cents(deductible) },
  }));
