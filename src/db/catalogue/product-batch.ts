import type { Product } from '../../domain/catalogue/product.ts';
import { toColumns } from '../rows-to-columns.ts';
import { type Statement, sql, type Tx } from '../transaction.ts';
import { productColumns, productFromRow, productValues, sortable } from './products.ts';

// Many products per statement, for imports.

const LOCK_ALL = sql`
  select ${productColumns} from billing.product p
  where p.account_id = $1 and p.test = $2 and p.id = any($3) order by p.id for update`;
const HOLD = sql`
  select from billing.product p where p.account_id = $1 and p.test = $2 and p.id = any($3) order by p.id for update`;
// Lists both values of the kind, so that PostgreSQL uses the index of references, whose first
// column is the kind.
const REFERRED = `
  from billing.product p
  where p.account_id = $1 and p.test = $2 and p.personal_service in (false, true) and p.sort_reference = any($3)
  order by p.id`;
const FIND_REFERRED = sql`select ${productColumns} ${REFERRED}`;
const LOCK_REFERRED = sql`select ${productColumns} ${REFERRED} for update`;
const IDS_REFERRED = sql`select p.id ${REFERRED}`;

/** IDs locked per statement. */
const HELD_TOGETHER = 10_000;

/** The products with these IDs in the caller's catalogue, locked. The IDs must be UUIDs. */
export const lockProducts = async (tx: Tx, ids: readonly string[]): Promise<Product[]> =>
  ids.length === 0 ? [] : (await tx.read(LOCK_ALL, [tx.accountId, tx.test, ids])).map(productFromRow);

/**
 * Locks any number of products, in the order all transactions use. The IDs must be lower-case
 * UUIDs.
 */
export async function lockProductRows(tx: Tx, ids: ReadonlySet<string>): Promise<void> {
  const inOrder = [...ids].sort();
  for (let at = 0; at < inOrder.length; at += HELD_TOGETHER)
    await tx.read(HOLD, [tx.accountId, tx.test, inOrder.slice(at, at + HELD_TOGETHER)]);
}

/** The products with exactly these references; several may share one. */
export const findByReference = (tx: Tx, references: readonly string[]): Promise<Product[]> =>
  ofReferences(tx, FIND_REFERRED, references);

/** The products with exactly these references, locked; several may share one. */
export const lockByReference = (tx: Tx, references: readonly string[]): Promise<Product[]> =>
  ofReferences(tx, LOCK_REFERRED, references);

async function ofReferences(tx: Tx, statement: Statement, references: readonly string[]): Promise<Product[]> {
  if (references.length === 0) return [];
  const remaining = new Set(references);
  const rows = await tx.read(statement, [tx.accountId, tx.test, sortables(references)]);
  return rows.map(productFromRow).filter(({ reference }) => reference !== undefined && remaining.has(reference));
}

/** The IDs of the products with these references, ignoring case and accents. */
export const idsByReference = async (tx: Tx, references: readonly string[]): Promise<string[]> =>
  references.length === 0
    ? []
    : (await tx.read(IDS_REFERRED, [tx.accountId, tx.test, sortables(references)])).map(({ id }) => id);

const sortables = (references: readonly string[]): string[] => [...new Set(references.map(sortable))].sort();

const AFTER = sql`
  select ${productColumns} from billing.product p
  where p.account_id = $1 and p.test = $2 and p.id > $3 order by p.id limit $4`;

/**
 * The next products of the caller's catalogue in creation order. `after` is the ID of the last one
 * read.
 */
export const productsAfter = async (tx: Tx, after: string, limit: number): Promise<Product[]> =>
  (await tx.read(AFTER, [tx.accountId, tx.test, after, limit])).map(productFromRow);

const UNNEST = `unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::boolean[], $9::boolean[],
  $10::bigint[], $11::text[], $12::int[], $13::bigint[]`;
const NAMES = `id, sort_name, sort_reference, unit_price, found_by, personal_service, is_stockable, stock, content,
  version, updated_at`;
const INSERT = sql`
  insert into billing.product (account_id, test, ${NAMES}, created_at)
  select a.account_id, $2, n.* from billing.account a, ${UNNEST}, $14::bigint[]) n where a.account_id = $1`;
const UPDATE = sql`
  update billing.product p set sort_name = n.sort_name, sort_reference = n.sort_reference, unit_price = n.unit_price,
    found_by = n.found_by, personal_service = n.personal_service, is_stockable = n.is_stockable, stock = n.stock,
    content = n.content, version = n.version, updated_at = n.updated_at
  from ${UNNEST}) n (${NAMES}) where p.account_id = $1 and p.test = $2 and p.id = n.id`;

export function insertProducts(tx: Tx, products: readonly Product[]): void {
  if (products.length === 0) return;
  const rows = products.map((product) => [...productValues(product), product.createdAt]);
  tx.write(INSERT, [tx.accountId, tx.test, ...toColumns(rows)]);
}

/** Updates locked products. */
export function updateProducts(tx: Tx, products: readonly Product[]): void {
  if (products.length > 0) tx.write(UPDATE, [tx.accountId, tx.test, ...toColumns(products.map(productValues))]);
}
