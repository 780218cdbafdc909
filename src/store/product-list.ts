import type { Product } from '../domain/catalogue/product.ts';
import { likePatterns } from './found-by.ts';
import { productColumns, productFromRow } from './products.ts';
import { sql, type Tx } from './transaction.ts';

/** The orders a catalogue can be listed in, and the column of each. Ids are made in the order of time. */
const columns = {
  designation: 'sort_name',
  reference: 'sort_reference',
  unitPrice: 'unit_price',
  createdAt: 'id',
} as const;
export type ProductOrder = keyof typeof columns;

/** Where a page of products ended, and in which order it was read. */
export type ProductPlace = { by: ProductOrder; direction: 'ASC' | 'DESC'; after: string | number; id: string };

/** Which products to list, in which order, and from where on. */
export type ProductFilter = {
  search?: string | undefined;
  /** Personal services only, or everything but those. */
  personalService?: boolean | undefined;
  by: ProductOrder;
  direction: 'ASC' | 'DESC';
  limit: number;
  /** Page from 1; left aside where `place` says where to read on. */
  page: number;
  place?: ProductPlace | undefined;
};

export type ProductPage = { products: Product[]; total: number; next?: ProductPlace };

/** One page of the caller's catalogue and how many products there are in all, exactly, in one round trip. */
export async function listProducts(tx: Tx, filter: ProductFilter): Promise<ProductPage> {
  const { by, direction, limit } = filter;
  const [total, rows] = await Promise.all([countProducts(tx, filter), readPage(tx, filter)]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    products: shown.map(productFromRow),
    total,
    ...(last && rows.length > limit && { next: { by, direction, after: last.place, id: last.id } }),
  };
}

function readPage(tx: Tx, filter: ProductFilter) {
  const { by, direction, limit, page, place } = filter;
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const where = conditions(tx, filter, given);
  const column = columns[by];
  const after = place
    ? `and (${column}, id) ${direction === 'ASC' ? '>' : '<'} (${given(place.after)}, ${given(place.id)})`
    : '';
  const order = `order by ${column} ${direction}, id ${direction}`;
  const skipped = place ? 0 : (page - 1) * limit;
  return tx.read(
    sql`with page as materialized (
        select id, ${column} as place from billing.product where ${where} ${after}
        ${order} limit ${given(limit + 1)} offset ${given(skipped)})
      select ${productColumns}, page.place from page join billing.product p on p.account_id = $1 and p.id = page.id
      order by page.place ${direction}, p.id ${direction}`,
    values,
  );
}

const TALLIED = sql`
  select coalesce(sum(products), 0)::bigint as total from billing.product_tally
  where account_id = $1 and test = $2 and personal_service = any($3)`;

/** How many products a filter finds; without words to look for they are counted already. */
export async function countProducts(
  tx: Tx,
  filter: Pick<ProductFilter, 'search' | 'personalService'> = {},
): Promise<number> {
  const { personalService } = filter;
  if (likePatterns(filter.search ?? '').length === 0) {
    const kinds = personalService === undefined ? [false, true] : [personalService];
    const [row] = await tx.read<{ total: number }>(TALLIED, [tx.accountId, tx.test, kinds]);
    return row?.total ?? 0;
  }
  const values: unknown[] = [];
  const where = conditions(tx, filter, (value) => `$${values.push(value)}`);
  const [row] = await tx.read<{ total: number }>(
    sql`select count(*) as total from billing.product where ${where}`,
    values,
  );
  return row?.total ?? 0;
}

/** What the products of a list have in common; the account is the first value. */
function conditions(
  tx: Tx,
  { search, personalService }: Pick<ProductFilter, 'search' | 'personalService'>,
  given: (value: unknown) => string,
): string {
  const parts = [`account_id = ${given(tx.accountId)}`, `test = ${given(tx.test)}`];
  if (personalService !== undefined) parts.push(personalService ? 'personal_service' : 'not personal_service');
  for (const pattern of likePatterns(search ?? ''))
    parts.push(`id in (select billing.products_found(${given(pattern)}, ${given(tx.test)}))`);
  return parts.join(' and ');
}
