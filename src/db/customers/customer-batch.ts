import { type Customer, nameOf, type Organization } from '../../domain/customers/customer.ts';
import { toColumns } from '../rows-to-columns.ts';
import { type Statement, sql, type Tx } from '../transaction.ts';
import { customerFrom, customerQuery, customerValues, type Known, knownFrom, sortable } from './customers.ts';

// Many customers per statement, for imports; all in the caller's mode.

const COLUMNS = `c.id, c.test, c.kind, c.organization_id, c.is_default, c.content, c.created_at, c.updated_at, c.archived_at`;

/** Customers of one name that are read. */
const SAME_NAME_MAX = 1_000;

// Documents may be created for these customers meanwhile: they only need the customer to exist.
const LOCK_ALL = sql`
  select ${COLUMNS} from billing.customer c
  where c.account_id = $1 and c.test = $2 and c.id = any($3) order by c.id for no key update`;
const KNOWN = sql`
  select ${customerQuery.columns} from ${customerQuery.from}
  where c.account_id = $1 and c.test = $2 and c.id = any($3)`;
// Looks up name by name, to force the index: PostgreSQL has no statistics for a table that grows in
// the same transaction.
const ofNames = (lock: string): Statement => sql`
  select found.* from unnest($4::text[]) wanted, lateral (
    select ${COLUMNS} from billing.customer c
    where c.account_id = $1 and c.test = $2 and c.kind = $3 and c.sort_name = wanted
    order by c.sort_name, c.id limit ${String(SAME_NAME_MAX)}${lock}) found`;
const OF_NAMES = { kept: ofNames(' for key share'), seen: ofNames('') };
const OF_SIRETS = sql`
  select c.id, substring(c.content from '"siret":"([0-9]{14})"') as siret from billing.customer c
  where c.account_id = $1 and c.test = $2 and c.kind = 'organization'
    and substring(c.content from '"siret":"([0-9]{14})"') = any($3)`;
const AFTER = sql`
  select ${COLUMNS}, o.content as o_content from ${customerQuery.from}
  where c.account_id = $1 and c.test = $2 and c.id > $3 and ($4 or c.archived_at is null) order by c.id limit $5`;

/** The customers with these IDs, locked until the transaction ends. The IDs must be UUIDs. */
export const lockCustomers = async (tx: Tx, ids: readonly string[]): Promise<Customer[]> =>
  ids.length === 0 ? [] : (await tx.read(LOCK_ALL, [tx.accountId, tx.test, ids])).map(customerFrom);

/** The customers with these IDs and mode with their context, unordered. The IDs must be UUIDs. */
export const findCustomers = async (tx: Tx, ids: readonly string[], test = tx.test): Promise<Known[]> =>
  ids.length === 0 ? [] : (await tx.read(KNOWN, [tx.accountId, test, ids])).map(knownFrom);

/**
 * The customers of a kind with these names, ignoring case and accents. If they are `kept`, they
 * cannot be deleted meanwhile.
 */
export async function customersNamed(
  tx: Tx,
  kind: Customer['kind'],
  names: readonly string[],
  how: keyof typeof OF_NAMES = 'kept',
): Promise<Map<string, Customer[]>> {
  const sortNames = [...new Set(names.map(sortable))].sort();
  const rows = sortNames.length === 0 ? [] : await tx.read(OF_NAMES[how], [tx.accountId, tx.test, kind, sortNames]);
  return Map.groupBy(rows.map(customerFrom), (customer) => sortable(nameOf(customer)));
}

/**
 * The IDs of the organizations with these SIRETs. Scans all of the account: once per file, not per
 * row.
 */
export async function organizationsOfSirets(tx: Tx, sirets: readonly string[]): Promise<Map<string, string[]>> {
  const rows = sirets.length === 0 ? [] : await tx.read(OF_SIRETS, [tx.accountId, tx.test, sirets]);
  const bySiret = Map.groupBy(rows, ({ siret }) => siret as string);
  return new Map([...bySiret].map(([siret, found]) => [siret, found.map(({ id }) => id as string)]));
}

/** The next customers in creation order, each with the name of its organization. */
export async function customersAfter(
  tx: Tx,
  options: { after: string; archived: boolean; limit: number },
): Promise<{ customer: Customer; organizationName?: string }[]> {
  const rows = await tx.read(AFTER, [tx.accountId, tx.test, options.after, options.archived, options.limit]);
  return rows.map((row) => ({
    customer: customerFrom(row),
    ...(row.o_content && { organizationName: (JSON.parse(row.o_content) as Organization['details']).name }),
  }));
}

const INSERT = sql`
  insert into billing.customer (account_id, id, test, kind, organization_id, is_default, sort_name, found_by, content,
    created_at, updated_at)
  select a.account_id, n.* from billing.account a, unnest($2::uuid[], $3::boolean[], $4::text[], $5::uuid[], $6::boolean[], $7::text[],
    $8::text[], $9::text[], $10::bigint[], $11::bigint[]) n where a.account_id = $1`;
const UPDATE = sql`
  update billing.customer c set is_default = n.is_default, sort_name = n.sort_name, found_by = n.found_by,
    content = n.content, updated_at = n.updated_at, version = c.version + 1
  from unnest($2::uuid[], $3::boolean[], $4::text[], $5::uuid[], $6::boolean[], $7::text[], $8::text[], $9::text[],
    $10::bigint[], $11::bigint[]) n (id, test, kind, organization_id, is_default, sort_name, found_by, content,
    created_at, updated_at)
  where c.account_id = $1 and c.id = n.id`;
const UNSET_DEFAULTS = sql`
  update billing.customer set is_default = false, version = version + 1
  where account_id = $1 and organization_id = any($2) and is_default and id <> all($3)`;

export function insertCustomers(tx: Tx, customers: readonly Customer[]): void {
  if (customers.length > 0) tx.write(INSERT, [tx.accountId, ...toColumns(customers.map(customerValues))]);
}

/** Updates locked customers. */
export function updateCustomers(tx: Tx, customers: readonly Customer[]): void {
  if (customers.length > 0) tx.write(UPDATE, [tx.accountId, ...toColumns(customers.map(customerValues))]);
}

/** Clears the default flag of the contacts of these organizations, except those given. */
export function unsetDefaultContacts(tx: Tx, organizations: readonly string[], except: readonly string[]): void {
  if (organizations.length > 0) tx.write(UNSET_DEFAULTS, [tx.accountId, organizations, except]);
}
