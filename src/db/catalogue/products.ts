import type { Product } from '../../domain/catalogue/product.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import { folded, likePatterns } from '../billing/search-text.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** The columns that `productFromRow` reads, of `billing.product p`. */
export const productColumns = 'p.id, p.test, p.content, p.stock, p.version, p.created_at, p.updated_at';

/** The sort orders of a catalogue and their columns. IDs are chronological. */
const columns = {
  designation: 'sort_name',
  reference: 'sort_reference',
  unitPrice: 'unit_price',
  createdAt: 'id',
} as const;
export type ProductOrder = keyof typeof columns;

/** Where a page of products ended, and its order. */
type ProductCursor = { by: ProductOrder; direction: 'ASC' | 'DESC'; after: string | number; id: string };

/** Which products to list, in which order, and from where. */
export type ProductFilter = {
  search?: string | undefined;
  /** Personal services only, or everything else. */
  personalService?: boolean | undefined;
  by: ProductOrder;
  direction: 'ASC' | 'DESC';
  limit: number;
  /** Page from 1; ignored if `place` says where to continue. */
  page: number;
  place?: ProductCursor | undefined;
};

type ProductPage = { products: Product[]; total: number; next?: ProductCursor };

// The function finds the IDs of a page, from an index alone if possible, and the total at the same
// moment; only the rows of the page are then read, under row-level security.
const PAGE = sql`
  select found.total, ${productColumns}, p.sort_name, p.sort_reference, p.unit_price
  from billing.products_page($2, $3, $4, $5, $6, $7, $8, $9) found
  left join unnest(found.ids) with ordinality listed (id, turn) on true
  left join billing.product p on p.account_id = $1 and p.id = listed.id
  order by listed.turn`;

/** One page of the caller's catalogue with the exact total, in one round trip. */
export async function listProducts(tx: Tx, filter: ProductFilter): Promise<ProductPage> {
  const { by, direction, limit, page, place } = filter;
  const words = likePatterns(filter.search ?? '');
  const skipped = place ? 0 : (page - 1) * limit;
  // One more than shown, to know whether another page follows.
  const reach = [skipped, limit + 1, place?.after ?? null, place?.id ?? null];
  const which = [by, direction === 'DESC', filter.personalService ?? null, words];
  const [first, ...others] = await tx.read(PAGE, [tx.accountId, ...which, ...reach]);
  const rows = first?.id ? [first, ...others] : [];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    products: shown.map(productFromRow),
    total: first?.total ?? 0,
    ...(last && rows.length > limit && { next: { by, direction, after: last[columns[by]], id: last.id } }),
  };
}

const TALLIED = sql`
  select coalesce(sum(products), 0)::bigint as total from billing.product_tally where account_id = $1 and test = $2`;

/** The number of products in the caller's catalogue, ignoring filters. */
export async function countProducts(tx: Tx): Promise<number> {
  const [row] = await tx.read<{ total: number }>(TALLIED, [tx.accountId, tx.test]);
  return row?.total ?? 0;
}

const FIND = sql`select ${productColumns} from billing.product p where p.account_id = $1 and p.id = $2 and p.test = $3`;
const LOCK = sql`select ${productColumns} from billing.product p where p.account_id = $1 and p.id = $2 and p.test = $3 for update`;
const FIND_ALL = sql`
  select ${productColumns} from billing.product p where p.account_id = $1 and p.id = any($2) and p.test = $3`;

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
  delete from billing.product p where p.account_id = $1 and p.id = $2 and p.test = $3 returning ${productColumns}`;

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
