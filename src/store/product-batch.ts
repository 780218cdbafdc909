import type { Product } from '../domain/catalogue/product.ts';
import { columnsOf } from './columns-of.ts';
import { productColumns, productFromRow, productValues, sortable } from './products.ts';
import { sql, type Tx } from './transaction.ts';

// Many products a statement, for files of them.

const LOCK_ALL = sql`
  select ${productColumns} from billing.product p
  where p.account_id = $1 and p.test = $2 and p.id = any($3) order by p.id for update`;
// Both kinds are named, so that any PostgreSQL finds a reference by its index, which is led by them.
const OF_REFERENCES = sql`
  select ${productColumns} from billing.product p
  where p.account_id = $1 and p.test = $2 and p.personal_service in (false, true) and p.sort_reference = any($3) order by p.id for update`;

/** The products of these ids in the caller's catalogue, locked. The ids must be UUIDs. */
export const lockProducts = async (tx: Tx, ids: readonly string[]): Promise<Product[]> =>
  ids.length === 0 ? [] : (await tx.read(LOCK_ALL, [tx.accountId, tx.test, ids])).map(productFromRow);

/** The products with exactly these references, locked: more than one may have the same. */
export async function lockByReference(tx: Tx, references: readonly string[]): Promise<Product[]> {
  if (references.length === 0) return [];
  const wanted = new Set(references);
  const rows = await tx.read(OF_REFERENCES, [tx.accountId, tx.test, [...new Set(references.map(sortable))].sort()]);
  return rows.map(productFromRow).filter(({ reference }) => reference !== undefined && wanted.has(reference));
}

const AFTER = sql`
  select ${productColumns} from billing.product p
  where p.account_id = $1 and p.test = $2 and p.id > $3 order by p.id limit $4`;

/** The next products of the caller's catalogue in the order they were made. `after` is the id of the last one read. */
export const productsAfter = async (tx: Tx, after: string, limit: number): Promise<Product[]> =>
  (await tx.read(AFTER, [tx.accountId, tx.test, after, limit])).map(productFromRow);

const UNNEST = `unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::boolean[], $9::boolean[],
  $10::bigint[], $11::text[], $12::int[], $13::bigint[]`;
const NAMES = `id, sort_name, sort_reference, unit_price, found_by, personal_service, is_stockable, stock, content,
  version, updated_at`;
const INSERT = sql`
  insert into billing.product (account_id, test, ${NAMES}, created_at)
  select $1, $2, n.* from ${UNNEST}, $14::bigint[]) n`;
const UPDATE = sql`
  update billing.product p set sort_name = n.sort_name, sort_reference = n.sort_reference, unit_price = n.unit_price,
    found_by = n.found_by, personal_service = n.personal_service, is_stockable = n.is_stockable, stock = n.stock,
    content = n.content, version = n.version, updated_at = n.updated_at
  from ${UNNEST}) n (${NAMES}) where p.account_id = $1 and p.test = $2 and p.id = n.id`;

export function insertProducts(tx: Tx, products: readonly Product[]): void {
  if (products.length === 0) return;
  const rows = products.map((product) => [...productValues(product), product.createdAt]);
  tx.write(INSERT, [tx.accountId, tx.test, ...columnsOf(rows)]);
}

/** Writes locked products over what they were. */
export function updateProducts(tx: Tx, products: readonly Product[]): void {
  if (products.length > 0) tx.write(UPDATE, [tx.accountId, tx.test, ...columnsOf(products.map(productValues))]);
}
