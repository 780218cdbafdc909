import type { Product } from '../../domain/catalogue/product.ts';
import { likePatterns } from '../billing/search-text.ts';
import { sql, type Tx } from '../transaction.ts';
import { productColumns, productFromRow } from './products.ts';

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

export type ProductPage = { products: Product[]; total: number; next?: ProductCursor };

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
