import { customersNamed, findCustomers, insertCustomers } from '../../../db/customers/customer-batch.ts';
import { sortable } from '../../../db/customers/customers.ts';
import { type ForeignId, foreignIds, insertForeignIds } from '../../../db/foreign-ids.ts';
import type { ForeignCustomer } from '../../../domain/billing/past/foreign-document.ts';
import type { PlannedDocument } from '../../../domain/billing/past/plan-import.ts';
import {
  type ContactDetails,
  type Customer,
  type OrganizationDetails,
  revisedDetails,
  sirenProblem,
} from '../../../domain/customers/customer.ts';
import type { Party } from '../../../domain/customers/party.ts';
import { partyOf } from '../../../domain/customers/party-from-customer.ts';
import { ContactForm, contactRevision } from '../../../schemas/customers/contact.ts';
import { OrganizationForm, organizationRevision } from '../../../schemas/customers/organization.ts';
import type { Context } from '../../context.ts';
import { isNameOfCompany, personNamed } from '../../customers/records-of-row.ts';
import { customerEvent, publishEvents } from '../../events/publish-event.ts';

/** The customer of each document, and those that do not exist yet. */
export type MatchedCustomers = {
  /** By the place of the document. */
  readonly idOf: readonly string[];
  readonly created: readonly Customer[];
};

type Here = Pick<Context, 'tx' | 'now' | 'newId' | 'test'>;

/** The name that identifies a customer: without case and accents, as lists are sorted. */
const nameKey = ({ name }: ForeignCustomer): string => sortable(name);

/** The key of a customer in its program, as lists of customers store it. */
const foreignKey = (key: string): string => `id ${key}`;

/**
 * Finds the customers of documents: by their key in the other program, otherwise by name. A new
 * customer is made once, however many documents it has.
 */
export async function matchCustomers(
  context: Here,
  planned: readonly PlannedDocument[],
  how: 'kept' | 'seen',
): Promise<MatchedCustomers & { readonly foreign: ReadonlyMap<string, readonly ForeignId[]> }> {
  const known = await knownCustomers(context, planned, how);
  const made = new Map<string, Customer>();
  const foreign = new Map<string, ForeignId[]>();
  const idOf = planned.map(({ document: { customer }, source }) => {
    const key = source !== undefined && customer.key !== undefined ? `${source} ${customer.key}` : undefined;
    const name = nameKey(customer);
    const id =
      (key !== undefined && known.byKey.get(key)) ||
      (made.get(key ?? '') ?? made.get(name))?.id ||
      known.byName.get(name);
    if (id) return id;
    const created = customerOf(context, customer);
    made.set(name, created);
    if (key !== undefined) made.set(key, created);
    if (source !== undefined && customer.key !== undefined)
      mapped(foreign, source).push({ key: foreignKey(customer.key), id: created.id });
    return created.id;
  });
  return { idOf, created: [...new Set(made.values())], foreign };
}

function mapped(foreign: Map<string, ForeignId[]>, source: string): ForeignId[] {
  const there = foreign.get(source) ?? [];
  foreign.set(source, there);
  return there;
}

async function knownCustomers({ tx }: Here, planned: readonly PlannedDocument[], how: 'kept' | 'seen') {
  const bySource = Map.groupBy(planned, ({ source }) => source);
  const byKey = new Map<string, string>();
  for (const [source, documents] of bySource) {
    if (source === undefined) continue;
    const keys = [...new Set(documents.flatMap(({ document }) => document.customer.key ?? []))];
    const found = await foreignIds(tx, 'customer', { source, keys: keys.map(foreignKey) });
    for (const key of keys) {
      const id = found.get(foreignKey(key));
      if (id !== undefined) byKey.set(`${source} ${key}`, id);
    }
  }
  const names = [...new Set(planned.map(({ document }) => document.customer.name))];
  const [organizations, contacts] = await Promise.all([
    customersNamed(tx, 'organization', names, how),
    customersNamed(tx, 'contact', names, how),
  ]);
  const byName = new Map(
    [...contacts, ...organizations].flatMap(([name, [first]]) => (first ? [[name, first.id] as const] : [])),
  );
  return { byKey, byName };
}

/** Stores the new customers, with their keys in other programs and their events. */
export async function storeCustomers(
  context: Context,
  { created, foreign }: Awaited<ReturnType<typeof matchCustomers>>,
): Promise<void> {
  const { tx, now } = context;
  if (created.length === 0) return;
  insertCustomers(tx, created);
  for (const [source, ids] of foreign) insertForeignIds(tx, 'customer', { source, ids, at: now });
  const stored = await findCustomers(
    tx,
    created.map(({ id }) => id),
  );
  publishEvents(
    context,
    stored.map((each) => customerEvent('created', each)),
  );
}

/** Customers as documents state them, by ID. */
export async function partiesById({ tx }: Here, ids: readonly string[]): Promise<ReadonlyMap<string, Party>> {
  const found = await findCustomers(tx, [...new Set(ids)]);
  return new Map(found.map(({ customer, organization }) => [customer.id, partyOf(customer, organization)]));
}

function customerOf({ now, newId, test }: Here, foreign: ForeignCustomer): Customer {
  const record = { id: newId(), test, createdAt: now, updatedAt: now };
  const isCompany =
    foreign.isCompany ??
    (foreign.siren !== undefined || foreign.vatNumber !== undefined || isNameOfCompany(foreign.name));
  return isCompany
    ? { ...record, kind: 'organization', details: organizationDetails(foreign) }
    : { ...record, kind: 'contact', isDefault: false, details: contactDetails(foreign) };
}

const shared = ({ email, address }: ForeignCustomer): Record<string, unknown> => ({
  ...(email !== undefined && { emails: [email] }),
  ...(address && {
    billingAddress: {
      ...{ address: address.address ?? null, complement: address.complement ?? null },
      ...{ city: address.city ?? null, zipCode: address.zipCode ?? null, country: address.country ?? 'FR' },
    },
  }),
});

function organizationDetails(foreign: ForeignCustomer): OrganizationDetails {
  const { name, siren, vatNumber } = foreign;
  const input = {
    ...{ name, ...shared(foreign) },
    ...(siren !== undefined && { siren }),
    ...(vatNumber !== undefined && { vatNumber }),
  };
  const details = revisedDetails({ emails: [], name }, organizationRevision(usable(OrganizationForm, input, { name })));
  return sirenProblem(details) ? { emails: details.emails, name } : details;
}

function contactDetails(foreign: ForeignCustomer): ContactDetails {
  const named = { ...personNamed(foreign.name), ...(foreign.lastName && { lastname: foreign.lastName }) };
  const names = { firstname: foreign.firstName ?? named.firstname ?? '', lastname: named.lastname ?? foreign.name };
  const form = usable(ContactForm, { ...names, ...shared(foreign) }, names);
  return revisedDetails({ emails: [], ...names }, contactRevision(form));
}

type Form<Output> = {
  safeParse: (
    input: unknown,
  ) =>
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[] }[] } };
};

/** The form of what it accepts: a value of another program that it refuses is left out. */
function usable<Output>(form: Form<Output>, input: Record<string, unknown>, least: Record<string, unknown>): Output {
  const all = form.safeParse(input);
  if (all.success) return all.data;
  const refused = new Set(all.error.issues.map(({ path }) => String(path[0])));
  const some = form.safeParse(Object.fromEntries(Object.entries(input).filter(([member]) => !refused.has(member))));
  if (some.success) return some.data;
  const name = form.safeParse(least);
  if (name.success) return name.data;
  throw new Error(`the customer ${Object.values(least).join(' ')} has no usable name`);
}
