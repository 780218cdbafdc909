import type { Customer } from '../../domain/customers/customer.ts';
import { likePatterns } from '../billing/search-text.ts';
import { sql, type Tx } from '../transaction.ts';
import { customerQuery, type Known, knownFrom } from './customers.ts';

/** Where a page of customers ended, and its order. */
export type CustomerCursor = {
  by: 'name' | 'createdAt';
  direction: 'ASC' | 'DESC';
  after: string | number;
  id: string;
};

/** Which customers to list, in which order, and from where. */
export type CustomerFilter = {
  kind: Customer['kind'];
  archived: boolean;
  /** Live customers or test ones. */
  test: boolean;
  search?: string | undefined;
  by: CustomerCursor['by'];
  direction: CustomerCursor['direction'];
  limit: number;
  /** Page from 1; ignored if `place` says where to continue. */
  page: number;
  place?: CustomerCursor | undefined;
};

export type CustomerPage = { found: Known[]; total: number; next?: CustomerCursor };

/** One page of customers with the total, in one round trip. */
export async function listCustomers(tx: Tx, filter: CustomerFilter): Promise<CustomerPage> {
  const { by, direction, limit } = filter;
  const counted: unknown[] = [];
  const where = conditions(tx, filter, giver(counted));
  const values: unknown[] = [];
  const found = pageOfIds(tx, filter, giver(values));
  const [[all], rows] = await Promise.all([
    tx.read<{ total: number }>(sql`select count(*) as total from billing.customer where ${where}`, counted),
    tx.read(
      sql`select ${customerQuery.columns}, place from (${found}) found
        join ${customerQuery.from} on c.account_id = $1 and c.id = found.found_id
        order by place ${direction}, found_id ${direction}`,
      values,
    ),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    found: shown.map(knownFrom),
    total: all?.total ?? 0,
    ...(last && rows.length > limit && { next: { by, direction, after: last.place, id: last.id } }),
  };
}

/** The IDs of a page plus one, to know whether another page follows. */
function pageOfIds(tx: Tx, filter: CustomerFilter, given: (value: unknown) => string): string {
  const { by, direction, limit, page, place } = filter;
  const where = conditions(tx, filter, given);
  const column = by === 'name' ? 'sort_name' : 'created_at';
  const order = (key: string) => `order by ${key} ${direction}, id ${direction}`;
  const after = place
    ? `and (${column}, id) ${direction === 'ASC' ? '>' : '<'} (${given(place.after)}, ${given(place.id)})`
    : '';
  const skipped = place ? 0 : (page - 1) * limit;
  return `select id as found_id, ${column} as place from billing.customer where ${where} ${after}
    ${order(column)} limit ${given(limit + 1)} offset ${given(skipped)}`;
}

/** Collects values and returns their parameter positions. */
const giver =
  (values: unknown[]) =>
  (value: unknown): string =>
    `$${values.push(value)}`;

const COUNT_ALL = sql`
  select count(*) as total from billing.customer where account_id = $1 and kind = $2 and test = $3`;

/** The number of customers of a kind and mode, including archived ones. */
export async function countCustomers(tx: Tx, kind: Customer['kind'], test: boolean): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT_ALL, [tx.accountId, kind, test]);
  return row?.total ?? 0;
}

/** Contacts an organization shows; the list of contacts has pages for more. */
export const CONTACTS_OF_ORGANIZATION_MAX = 1_000;

const CONTACTS_OF = sql`
  select ${customerQuery.columns} from ${customerQuery.from}
  where c.account_id = $1 and c.organization_id = $2
  order by c.sort_name, c.id limit ${String(CONTACTS_OF_ORGANIZATION_MAX)}`;

/** The contacts of an organization by name, including archived ones. */
export const contactsOf = async (tx: Tx, organizationId: string): Promise<Known[]> =>
  (await tx.read(CONTACTS_OF, [tx.accountId, organizationId])).map(knownFrom);

/** The SQL conditions of a customer list; the account is the first value. */
function conditions(tx: Tx, filter: CustomerFilter, given: (value: unknown) => string): string {
  const parts = [
    `account_id = ${given(tx.accountId)}`,
    `kind = ${given(filter.kind)}`,
    `test = ${given(filter.test)}`,
    `archived_at is ${filter.archived ? 'not null' : 'null'}`,
  ];
  const searched = withoutSpacesInNumbers(filter.search?.trim() ?? '');
  // The function finds IDs with an index that row-level security would prevent. The rows with these
  // IDs still pass row-level security here.
  for (const pattern of likePatterns(searched)) parts.push(`id in (select billing.customers_found(${given(pattern)}))`);
  return parts.join(' and ');
}

/** `732 829 320` and `06 12 34 56 78` search for values stored without spaces. */
const withoutSpacesInNumbers = (search: string): string =>
  /^\+?[\d\s.]+$/.test(search) ? search.replace(/[\s.]/g, '') : search;
