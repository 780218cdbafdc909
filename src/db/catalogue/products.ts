import type { Product } from '../../domain/catalogue/product.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import { folded } from '../billing/search-text.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'p.id, p.test, p.content, p.stock, p.version, p.created_at, p.updated_at';

/** For `product-list.ts`. */
export const productColumns = COLUMNS;

const FIND = sql`select ${COLUMNS} from billing.product p where p.account_id = $1 and p.id = $2 and p.test = $3`;
const LOCK = sql`select ${COLUMNS} from billing.product p where p.account_id = $1 and p.id = $2 and p.test = $3 for update`;
const FIND_ALL = sql`
  select ${COLUMNS} from billing.product p where p.account_id = $1 and p.id = any($2) and p.test = $3`;

/** A product of the caller's catalogue; undefined if there is none. `id` must be a UUID. */
export const findProduct = (tx: Tx, id: string): Promise<Product | undefined> =>
  one(tx.read(FIND, [tx.accountId, id, tx.test]));

/** A product of the caller's catalogue, locked until the transaction ends. */
export const lockProduct = (tx: Tx, id: string): Promise<Product | undefined> =>
  one(tx.read(LOCK, [tx.accountId, id, tx.test]));

/** The products with these IDs in the caller's catalogue, unordered. The IDs must be UUIDs. */
export const findProducts = async (tx: Tx, ids: readonly string[]): Promise<Product[]> =>
  ids.length === 0 ? [] : (await tx.read(FIND_ALL, [tx.accountId, ids, tx.test])).map(productFromRow);

async function one(rows: Promise<Row[]>): Promise<Product | undefined> {
  const [row] = await rows;
  return row && productFromRow(row);
}

/**
 * Reads one row of `productColumns`. Values that change or are queried often have their own column;
 * the others are in one JSON text.
 */
export const productFromRow = (row: Row): Product => ({
  ...JSON.parse(row.content),
  id: row.id,
  test: row.test,
  stock: row.stock as TenThousandths,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const INSERT = sql`
  insert into billing.product (account_id, id, sort_name, sort_reference, unit_price, found_by, personal_service,
    is_stockable, stock, content, version, updated_at, test, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;
const UPDATE = sql`
  update billing.product set sort_name = $3, sort_reference = $4, unit_price = $5, found_by = $6, personal_service = $7,
    is_stockable = $8, stock = $9, content = $10, version = $11, updated_at = $12
  where account_id = $1 and id = $2`;
const DELETE = sql`
  delete from billing.product p where p.account_id = $1 and p.id = $2 and p.test = $3 returning ${COLUMNS}`;

export const insertProduct = (tx: Tx, product: Product): void =>
  tx.write(INSERT, [tx.accountId, ...productValues(product), product.test, product.createdAt]);

/** Updates a locked product. */
export const updateProduct = (tx: Tx, product: Product): void =>
  tx.write(UPDATE, [tx.accountId, ...productValues(product)]);

/**
 * Deletes a product of the caller's catalogue and returns it; undefined if there is none. `id`
 * must be a UUID.
 */
export const deleteProduct = (tx: Tx, id: string): Promise<Product | undefined> =>
  one(tx.read(DELETE, [tx.accountId, id, tx.test]));

/**
 * Characters of a name or reference used for sorting: enough to distinguish them, short enough for
 * an index entry.
 */
const SORTED_CHARACTERS = 200;
/** A name or reference as sorted and looked up. */
export const sortable = (text: string): string => folded(text).slice(0, SORTED_CHARACTERS).toWellFormed();

/** The column values of a product, in the order of the statements that write them. */
export function productValues(product: Product): unknown[] {
  const { id, test: _test, stock, version, createdAt: _createdAt, updatedAt, ...content } = product;
  const { designation, reference = '' } = product;
  return [
    id,
    sortable(designation),
    sortable(reference),
    product.unitPrice,
    folded(`${designation} ${reference}`.trim()),
    product.personalService,
    product.stockable,
    stock,
    JSON.stringify(content),
    version,
    updatedAt,
  ];
}
