import { type Purchase, supplierNameKey } from '../../domain/books/purchase.ts';
import type { PurchaseVat } from '../../domain/books/purchase-vat.ts';
import { toColumns } from '../rows-to-columns.ts';
import { sql, type Tx } from '../transaction.ts';

// Many purchases per statement, for imports.

// In the order of their numbers, which the trigger of the table checks line by line.
const INSERT = sql`
  insert into billing.purchase (account_id, test, id, number, paid_on, supplier_name, supplier_key, nature, designation,
    amount_cents, deductible_vat_cents, method, reference, corrects_id, replaces_id, created_at, booked_on, year, vat_rows)
  select a.account_id, $2, n.id, n.number, n.paid_on, n.supplier_name, n.supplier_key, n.nature, n.designation,
    n.amount_cents, n.deductible_vat_cents, n.method, n.reference, n.corrects_id, n.replaces_id, n.created_at, n.booked_on,
    extract(year from n.booked_on)::int, n.vat_rows
  from billing.account a, unnest($3::uuid[], $4::int[], $5::date[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::bigint[], $11::bigint[], $12::text[], $13::text[], $14::uuid[], $15::uuid[], $16::bigint[], $17::date[],
    $18::int[]) with ordinality n (id, number, paid_on, supplier_name, supplier_key, nature, designation, amount_cents,
    deductible_vat_cents, method, reference, corrects_id, replaces_id, created_at, booked_on, vat_rows, place)
  where a.account_id = $1 order by n.place`;
const INSERT_VAT = sql`
  insert into billing.purchase_vat (account_id, test, purchase_id, place, treatment, rate_bp, net_cents, vat_cents,
    deductible_cents)
  select a.account_id, $2, n.* from billing.account a, unnest($3::uuid[], $4::int[], $5::text[], $6::int[], $7::bigint[],
    $8::bigint[], $9::bigint[]) n where a.account_id = $1`;
// Each line of a supplier’s day is read once, however many rows ask for it.
const COUNT_ALIKE = sql`
  with asked as materialized (
    select * from unnest($3::date[], $4::text[], $5::bigint[], $6::text[]) with ordinality
      n (paid_on, supplier_key, amount_cents, reference, place)),
  found as materialized (
    select p.paid_on, p.supplier_key, p.amount_cents, coalesce(p.reference, '') as reference, count(*)::int as count
    from (select distinct paid_on, supplier_key from asked) d
    join billing.purchase p on p.account_id = $1 and p.test = $2 and p.supplier_key = d.supplier_key and p.paid_on = d.paid_on
    group by 1, 2, 3, 4)
  select a.place::int as place, f.count from asked a
  join found f on f.paid_on = a.paid_on and f.supplier_key = a.supplier_key and f.amount_cents = a.amount_cents
    and f.reference = a.reference`;

/** Writes lines without receipt, received invoice or bank debit, in the order of their numbers. */
export function insertPurchases(tx: Tx, purchases: readonly Purchase[]): void {
  if (purchases.length === 0) return;
  tx.write(INSERT, [tx.accountId, tx.test, ...toColumns(purchases.map(valuesOf))]);
  const vat = purchases.flatMap(({ id, vat: rows }) => rows.map((row, place) => vatValuesOf(id, row, place + 1)));
  if (vat.length > 0) tx.write(INSERT_VAT, [tx.accountId, tx.test, ...toColumns(vat)]);
}

const valuesOf = (purchase: Purchase): unknown[] => [
  ...[purchase.id, purchase.number, purchase.paidOn, purchase.supplierName, supplierNameKey(purchase.supplierName)],
  ...[purchase.nature, purchase.designation ?? null, purchase.amount, purchase.deductibleVat, purchase.method],
  ...[purchase.reference ?? null, purchase.correctsId ?? null, purchase.replacesId ?? null, purchase.createdAt],
  ...[purchase.bookedOn, purchase.vat.length],
];

const vatValuesOf = (id: string, { treatment, rate, net, vat, deductible }: PurchaseVat, place: number): unknown[] => [
  ...[id, place, treatment, rate, net, vat, deductible],
];

/** What makes a line the same as another: day of payment, supplier, amount and reference. */
export type Likeness = Pick<Purchase, 'paidOn' | 'supplierName' | 'amount' | 'reference'>;

/** How many lines of the caller’s mode are the same as each of these. */
export async function countAlike(tx: Tx, lines: readonly Likeness[]): Promise<number[]> {
  if (lines.length === 0) return [];
  const values = lines.map(({ paidOn, supplierName, amount, reference }) => [
    ...[paidOn, supplierNameKey(supplierName), amount, reference ?? ''],
  ]);
  const found = await tx.read<{ place: number; count: number }>(COUNT_ALIKE, [
    tx.accountId,
    tx.test,
    ...toColumns(values),
  ]);
  const counts = new Map(found.map(({ place, count }) => [place, count]));
  return lines.map((_, index) => counts.get(index + 1) ?? 0);
}
