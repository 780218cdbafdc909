import type { Contact, Customer, Organization } from '../../domain/customers/customer.ts';
import { nameOf } from '../../domain/customers/customer.ts';
import type { Party } from '../../domain/customers/party.ts';
import { partyOf } from '../../domain/customers/party-from-customer.ts';
import type { AgencyCustomerState } from '../../domain/payments/agency/next-step.ts';
import { folded } from '../billing/search-text.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** A customer with related data. */
export type Known<C extends Customer = Customer> = {
  customer: C;
  /** The organization of a contact. */
  organization?: Organization;
  /** Whether a document exists for the customer, or for a contact of the organization. */
  hasDocuments: boolean;
  /** Number of contacts of the organization. */
  contacts: number;
  defaultContactId?: string;
  /** A contact's state at Urssaf; absent if not registered. */
  agencyState?: AgencyCustomerState;
};

// Forced row-level security limits every subquery below to the caller's account and mode.
const COLUMNS = `c.id, c.test, c.kind, c.organization_id, c.is_default, c.content, c.created_at, c.updated_at, c.archived_at,
  o.id as o_id, o.test as o_test, o.content as o_content, o.created_at as o_created_at, o.updated_at as o_updated_at,
  o.archived_at as o_archived_at,
  exists (select from billing.document d where d.account_id = $1 and d.customer_id = c.id) or c.kind = 'organization'
    and exists (select from billing.customer m join billing.document d on d.account_id = $1 and d.customer_id = m.id
      where m.account_id = $1 and m.organization_id = c.id) as has_documents,
  case when c.kind = 'organization' then (select count(*) from billing.customer m
    where m.account_id = $1 and m.organization_id = c.id) else 0 end as contacts,
  case when c.kind = 'organization' then (select m.id from billing.customer m
    where m.account_id = $1 and m.organization_id = c.id and m.is_default) end as default_contact_id,
  case when c.kind = 'contact' then (select g.state from billing.agency_customer g
    where g.account_id = $1 and g.customer_id = c.id) end as agency_state`;
const FROM = `billing.customer c
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id`;

/** For `customer-list.ts`. */
export const customerQuery = { columns: COLUMNS, from: FROM };

const FIND = sql`select ${COLUMNS} from ${FROM} where c.account_id = $1 and c.id = $2 and c.kind = $3`;
const LOCK = sql`select from billing.customer where account_id = $1 and id = $2 and kind = $3 for update`;

/** One customer of a kind; undefined if there is none. `id` must be a UUID. */
export const findContact = (tx: Tx, id: string): Promise<Known<Contact> | undefined> => find(tx, id, 'contact');
export const findOrganization = (tx: Tx, id: string): Promise<Known<Organization> | undefined> =>
  find(tx, id, 'organization');

/** A contact, locked until the transaction ends, so that changes start from the newest version. */
export const lockContact = (tx: Tx, id: string): Promise<Known<Contact> | undefined> => lock(tx, id, 'contact');
export const lockOrganization = (tx: Tx, id: string): Promise<Known<Organization> | undefined> =>
  lock(tx, id, 'organization');

async function find<C extends Customer>(tx: Tx, id: string, kind: C['kind']): Promise<Known<C> | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, id, kind]);
  return row && (knownFrom(row) as Known<C>);
}

/** Reads after locking, to see documents created while we waited. */
async function lock<C extends Customer>(tx: Tx, id: string, kind: C['kind']): Promise<Known<C> | undefined> {
  const [, found] = await Promise.all([tx.read(LOCK, [tx.accountId, id, kind]), find<C>(tx, id, kind)]);
  return found;
}

/** Reads one row of `COLUMNS`. */
export function knownFrom(row: Row): Known {
  const organization = row.o_id ? (customerFrom(organizationRow(row)) as Organization) : undefined;
  return {
    customer: customerFrom(row),
    ...(organization && { organization }),
    hasDocuments: row.has_documents,
    contacts: row.contacts,
    ...(row.default_contact_id && { defaultContactId: row.default_contact_id }),
    ...(row.agency_state && { agencyState: row.agency_state }),
  };
}

const organizationRow = (row: Row): Row => ({
  id: row.o_id,
  test: row.o_test,
  kind: 'organization',
  content: row.o_content,
  created_at: row.o_created_at,
  updated_at: row.o_updated_at,
  archived_at: row.o_archived_at,
});

/** Reads the columns of one customer. */
export function customerFrom(row: Row): Customer {
  const customer = {
    id: row.id,
    test: row.test,
    details: JSON.parse(row.content),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.archived_at !== null && row.archived_at !== undefined && { archivedAt: row.archived_at }),
  };
  if (row.kind === 'organization') return { ...customer, kind: 'organization' };
  return {
    ...customer,
    kind: 'contact',
    isDefault: row.is_default,
    ...(row.organization_id && { organizationId: row.organization_id }),
  };
}

const INSERT = sql`
  insert into billing.customer (account_id, id, test, kind, organization_id, is_default, sort_name, found_by, content,
    created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const UPDATE = sql`
  update billing.customer set is_default = $3, sort_name = $4, found_by = $5, content = $6, updated_at = $7,
    archived_at = $8, version = version + 1
  where account_id = $1 and id = $2`;
const UNSET_DEFAULT = sql`
  update billing.customer set is_default = false, version = version + 1
  where account_id = $1 and organization_id = $2 and is_default and id is distinct from $3`;
const DELETE = sql`delete from billing.customer where account_id = $1 and id = $2`;

export const insertCustomer = (tx: Tx, customer: Customer): void =>
  tx.write(INSERT, [tx.accountId, ...customerValues(customer)]);

/** The column values of a customer, in insert order. */
export function customerValues(customer: Customer): unknown[] {
  const isContact = customer.kind === 'contact';
  return [
    customer.id,
    customer.test,
    customer.kind,
    (isContact && customer.organizationId) || null,
    isContact && customer.isDefault,
    sortName(customer),
    searchTextOf(customer),
    JSON.stringify(customer.details),
    customer.createdAt,
    customer.updatedAt,
  ];
}

/** Updates a locked customer. */
export const updateCustomer = (tx: Tx, customer: Customer): void =>
  tx.write(UPDATE, [
    tx.accountId,
    customer.id,
    customer.kind === 'contact' && customer.isDefault,
    sortName(customer),
    searchTextOf(customer),
    JSON.stringify(customer.details),
    customer.updatedAt,
    customer.archivedAt ?? null,
  ]);

/** Clears the default flag of the organization's contacts, except `except`. */
export const unsetDefaultContact = (tx: Tx, organizationId: string, except?: string): void =>
  tx.write(UNSET_DEFAULT, [tx.accountId, organizationId, except ?? null]);

export const deleteCustomer = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, id]);

// Held until the transaction ends, so that the customer of a new document cannot be deleted
// meanwhile. The foreign key takes the same lock later but would fail with an error instead of "not
// found".
const FOR_DOCUMENT = sql`
  select c.id, c.kind, c.test, c.is_default, c.content, c.version,
    o.id as o_id, o.kind as o_kind, o.test as o_test, o.content as o_content, o.version as o_version
  from ${FROM}
  where c.account_id = $1 and c.id = coalesce(
    (select d.id from billing.customer d where d.account_id = $1 and d.organization_id = $2 and d.is_default), $2)
  for key share of c`;

/**
 * The addressee of a document, by the ID of a contact or an organization, whose default contact is
 * selected if it has one. Includes archived customers. `id` must be a UUID.
 */
export async function findForDocument(tx: Tx, id: string): Promise<{ party: Party; version: string } | undefined> {
  const [row] = await tx.read(FOR_DOCUMENT, [tx.accountId, id]);
  if (!row) return undefined;
  const organization = { id: row.o_id, kind: row.o_kind, test: row.o_test, content: row.o_content };
  const party = partyFromRows(row, row.o_id ? organization : undefined);
  return { party, version: `${row.version}.${row.o_version ?? 0}` };
}

/**
 * Reads a party from the rows (`id, kind, test, is_default, content`) of a customer and its
 * organization.
 */
export const partyFromRows = (row: Row, organization?: Row): Party =>
  partyOf(
    customerFrom({ ...row, organization_id: organization?.id }),
    organization && customerFrom({ ...organization, kind: 'organization' }),
  );

/**
 * Characters of a name used for sorting: enough to distinguish names, short enough for an index
 * entry.
 */
const SORTED_CHARACTERS = 200;

const sortName = (customer: Customer): string => sortable(nameOf(customer));

/** A name as sorted and looked up. */
export const sortable = (name: string): string => folded(name).slice(0, SORTED_CHARACTERS).toWellFormed();

/** The search text of a customer, folded. */
function searchTextOf(customer: Customer): string {
  const { details } = customer;
  const own =
    customer.kind === 'contact'
      ? [customer.details.phone, digits(customer.details.phone), customer.details.jobTitle]
      : [customer.details.commercialName, customer.details.siren, customer.details.siret, customer.details.vatNumber];
  return folded(
    [nameOf(customer), ...details.emails, details.billingAddress?.city, details.keywords, ...own]
      .filter(Boolean)
      .join(' '),
  );
}

const digits = (phone: string | undefined): string | undefined => phone?.replace(/\D/g, '');
