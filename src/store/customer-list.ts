import type { Customer } from '../domain/customer/customer.ts';
import { customerQuery, type Known, knownFrom } from './customers.ts';
import { likePattern } from './found-by.ts';
import { sql, type Tx } from './transaction.ts';

/** Where a page of customers ended, and in which order it was read. */
export type CustomerPlace = { by: 'name' | 'createdAt'; direction: 'ASC' | 'DESC'; after: string | number; id: string };

/** Which customers to list, in which order, and from where on. */
export type CustomerFilter = {
  kind: Customer['kind'];
  archived: boolean;
  test?: boolean | undefined;
  search?: string | undefined;
  by: CustomerPlace['by'];
  direction: CustomerPlace['direction'];
  limit: number;
  /** Page from 1; left aside where `place` says where to read on. */
  page: number;
  place?: CustomerPlace | undefined;
};

export type CustomerPage = { found: Known[]; total: number; next?: CustomerPlace };

/** One page of customers and how many there are in all, in one round trip. */
export async function listCustomers(tx: Tx, filter: CustomerFilter): Promise<CustomerPage> {
  const { by, direction, limit, page, place } = filter;
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const where = conditions(tx, filter, given);
  const count = sql`select count(*) as total from billing.customer c where ${where}`;
  const counted = [...values];
  const column = by === 'name' ? 'c.sort_name' : 'c.created_at';
  const after = place
    ? `and (${column}, c.id) ${direction === 'ASC' ? '>' : '<'} (${given(place.after)}, ${given(place.id)})`
    : '';
  // One more than the page holds tells whether another page follows.
  const read = sql`
    select ${customerQuery.columns}, ${column} as place from ${customerQuery.from} where ${where} ${after}
    order by ${column} ${direction}, c.id ${direction}
    limit ${given(limit + 1)} offset ${given(place ? 0 : (page - 1) * limit)}`;
  const [[all], rows] = await Promise.all([tx.read<{ total: number }>(count, counted), tx.read(read, values)]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    found: shown.map(knownFrom),
    total: all?.total ?? 0,
    ...(last && rows.length > limit && { next: { by, direction, after: last.place, id: last.id } }),
  };
}

const COUNT_ALL = sql`
  select count(*) as total from billing.customer where account_id = $1 and kind = $2`;

/** How many customers of a kind there are, archived ones included. */
export async function countCustomers(tx: Tx, kind: Customer['kind']): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT_ALL, [tx.accountId, kind]);
  return row?.total ?? 0;
}

/** Contacts of one organization that its list shows; beyond, the list of all contacts has pages. */
export const CONTACTS_OF_ORGANIZATION_MAX = 1_000;

const CONTACTS_OF = sql`
  select ${customerQuery.columns} from ${customerQuery.from}
  where c.account_id = $1 and c.organization_id = $2
  order by c.sort_name, c.id limit ${String(CONTACTS_OF_ORGANIZATION_MAX)}`;

/** The contacts of an organization by name, archived ones included. */
export const contactsOf = async (tx: Tx, organizationId: string): Promise<Known[]> =>
  (await tx.read(CONTACTS_OF, [tx.accountId, organizationId])).map(knownFrom);

function conditions(tx: Tx, filter: CustomerFilter, given: (value: unknown) => string): string {
  const parts = [
    `c.account_id = ${given(tx.accountId)}`,
    `c.kind = ${given(filter.kind)}`,
    `c.archived_at is ${filter.archived ? 'not null' : 'null'}`,
  ];
  if (filter.test !== undefined) parts.push(`c.test = ${given(filter.test)}`);
  const searched = withoutSpacesInNumbers(filter.search?.trim() ?? '');
  // The function finds by index what a policy would hide from it; the rows it names still pass the policy here.
  if (searched) parts.push(`c.id in (select billing.customers_found(${given(likePattern(searched))}))`);
  return parts.join(' and ');
}

/** `732 829 320` and `06 12 34 56 78` look for what was kept without spaces. */
const withoutSpacesInNumbers = (search: string): string =>
  /^\+?[\d\s.]+$/.test(search) ? search.replace(/[\s.]/g, '') : search;
