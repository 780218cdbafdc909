import * as z from 'zod';
import { hasPastDocuments } from '../../db/billing/past/past-documents.ts';
import { hasTrips } from '../../db/books/trips.ts';
import { deleteCustomer, insertCustomer, updateCustomer } from '../../db/customers/customers.ts';
import { linkedRecords } from '../../db/projects/project-customers.ts';
import { type Customer, revisedDetails, sirenProblem } from '../../domain/customers/customer.ts';
import { operation, type Route } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { answeredAs, listedAs } from '../../schemas/tool-definition.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';
import { listQuery, pageForTools, pageOfCustomers } from '../../services/customers/list-query.ts';
import { publishCustomerEvent } from '../../services/events/publish-event.ts';

export const listContacts = listing(contacts, {
  summary: 'List contacts, including those of organizations.',
  description: 'The search covers name, e-mails, phone, job title and city.',
});
export const listOrganizations = listing(organizations, {
  summary: 'List organizations.',
  description: 'The search covers names, e-mails, SIRET, VAT number and city.',
});

function listing(kind: KindOfCustomer, texts: { summary: string; description: string }) {
  const { noun, plural } = kind;
  return operation({
    name: `list-${plural}`,
    ...texts,
    chapter: 'Customers',
    routes: [`GET /${plural}`],
    scope: 'customers:read',
    path: z.object({}),
    query: listQuery,
    body: z.object({}),
    success: 200,
    output: pageSchema(kind.ListJson),
    refusals: [],
    tool: { name: `get-${plural}`, ...pageForTools, ...listedAs(plural, kind.ListJson) },
    run: async ({ tx }, query) => {
      const page = await pageOfCustomers(tx, noun, query);
      return { body: pageJson({ ...page, docs: page.docs.map((known) => kind.toListItem(known)) }) };
    },
  });
}

export const getContact = getting(contacts, {
  said: { description: 'The legacy id of a contact is its id.' },
  olderRoutes: ['GET /contact/by-legacy/{legacyId}'],
  saidToTools: { description: 'Get a contact, with or without an organization.' },
});
export const getOrganization = getting(organizations);

type GetOptions = { said?: { description: string }; olderRoutes?: Route[]; saidToTools?: { description: string } };

function getting(kind: KindOfCustomer, { said, olderRoutes = [], saidToTools }: GetOptions = {}) {
  const { noun, one, missing } = kind;
  return operation({
    name: `get-${noun}`,
    summary: `Get ${one}.`,
    ...said,
    chapter: 'Customers',
    routes: [`GET /${noun}/{${noun}Id}`, ...olderRoutes],
    scope: 'customers:read',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: kind.Json,
    refusals: [missing],
    tool: {
      name: `get-${noun}-by-id`,
      ...saidToTools,
      parameters: z.object({ [`${noun}Id`]: idOf(`the ${noun}`) }),
      renamed: { [`${noun}Id`]: 'id' },
      ...answeredAs(noun, kind.Json),
    },
    run: async ({ tx }, { id }) => {
      const known = await kind.find(tx, id);
      return known ? { body: kind.toJson(known) } : { refused: missing };
    },
  });
}

export const createContact = creating(contacts, {
  summary: 'Create a contact: a person who is a customer.',
  description: 'A contact created with a test key is a test contact, and so are its documents.',
});
export const createOrganization = creating(organizations, {
  summary: 'Create an organization: a company, an association or a public body.',
  description: 'An organization created with a test key is a test organization, and so are its contacts and documents.',
});

function creating(kind: KindOfCustomer, texts: { summary: string; description: string }) {
  const { noun } = kind;
  return operation({
    name: `create-${noun}`,
    ...texts,
    chapter: 'Customers',
    routes: [`POST /${noun}`],
    scope: 'customers:write',
    path: z.object({}),
    query: z.object({}),
    body: kind.Form,
    success: 201,
    output: kind.Json,
    refusals: ['siren_of_another_siret', 'electronic_address_of_another_siren'],
    example: kind.example,
    tool: { name: `create-${noun}`, parameters: z.object(kind.toolMembers), ...answeredAs(noun, kind.Json) },
    run: async (context, form) => {
      const { tx, now, newId, test } = context;
      const details = revisedDetails(kind.blank, kind.revision(form));
      const no = sirenProblem(details);
      if (no) return no;
      const made = { id: newId(), test, details, createdAt: now, updatedAt: now };
      const customer = { kind: noun, ...made, ...(noun === 'contact' && { isDefault: false }) } as Customer;
      const known = { customer, hasDocuments: false, contacts: 0 };
      insertCustomer(tx, customer);
      publishCustomerEvent(context, 'created', known);
      return { body: kind.toJson(known) };
    },
  });
}

export const updateContact = updating(contacts);
export const updateOrganization = updating(organizations);

function updating(kind: KindOfCustomer) {
  const { noun, one, missing } = kind;
  return operation({
    name: `update-${noun}`,
    summary: `Change ${one}.`,
    description: `Fields left out stay as they are; null or "" clears a field. Drafts show the current ${noun}, finalized documents the one at finalization.`,
    chapter: 'Customers',
    routes: [`PUT /${noun}/{${noun}Id}`],
    scope: 'customers:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: kind.Change,
    success: 200,
    output: kind.Json,
    refusals: [missing, 'siren_of_another_siret', 'electronic_address_of_another_siren'],
    example: kind.example,
    tool: {
      name: `update-${noun}`,
      parameters: z.object({ [`${noun}Id`]: idOf(`the ${noun}`), ...kind.changedByTools }),
      renamed: { [`${noun}Id`]: 'id' },
      ...answeredAs(noun, kind.Json),
      destructive: true,
      idempotent: true,
    },
    run: async (context, { id, ...form }) => {
      const { tx, now } = context;
      const known = await kind.lock(tx, id);
      if (!known) return { refused: missing };
      const details = revisedDetails(known.customer.details, kind.revision(form));
      const no = sirenProblem(details);
      if (no) return no;
      const after = { ...known, customer: { ...known.customer, details, updatedAt: now } as Customer };
      updateCustomer(tx, after.customer);
      publishCustomerEvent(context, 'updated', after);
      return { body: kind.toJson(after) };
    },
  });
}

export const archiveContact = archiving(contacts);
export const archiveOrganization = archiving(organizations);
export const unarchiveContact = unarchiving(contacts);
export const unarchiveOrganization = unarchiving(organizations);

function archiving(kind: KindOfCustomer) {
  return moving(kind, {
    verb: 'archive',
    description:
      'An archived customer is not in the lists and keeps all documents; drafts can still be finalized. Archiving twice changes nothing.',
    happening: 'archived',
    isThere: ({ archivedAt }) => archivedAt !== undefined,
    moved: (customer, now) => ({ ...customer, archivedAt: now }),
  });
}

function unarchiving(kind: KindOfCustomer) {
  return moving(kind, {
    verb: 'unarchive',
    description: 'The customer is in the lists again. Nothing changes if it was not archived.',
    happening: 'updated',
    isThere: ({ archivedAt }) => archivedAt === undefined,
    moved: ({ archivedAt: _, ...active }) => active,
  });
}

type Move = {
  verb: 'archive' | 'unarchive';
  description: string;
  happening: 'archived' | 'updated';
  /**
   * Whether the customer is already in the target state, so that nothing changes and no event is
   * published.
   */
  isThere: (customer: Customer) => boolean;
  moved: (customer: Customer, now: number) => Customer;
};

function moving(kind: KindOfCustomer, { verb, description, happening, isThere, moved }: Move) {
  const { noun, one, missing } = kind;
  return operation({
    name: `${verb}-${noun}`,
    summary: `${verb === 'archive' ? 'Archive' : 'Unarchive'} ${one}.`,
    description,
    chapter: 'Customers',
    routes: [`PATCH /${noun}/{${noun}Id}/${verb}`],
    scope: 'customers:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: kind.Json,
    refusals: [missing],
    run: async (context, { id }) => {
      const { tx, now } = context;
      const known = await kind.lock(tx, id);
      if (!known) return { refused: missing };
      if (isThere(known.customer)) return { body: kind.toJson(known) };
      const after = { ...known, customer: { ...moved(known.customer, now), updatedAt: now } };
      updateCustomer(tx, after.customer);
      publishCustomerEvent(context, happening, after);
      return { body: kind.toJson(after) };
    },
  });
}

export const deleteContact = deleting(contacts, {
  summary: 'Delete a contact without documents, projects, tasks and trips permanently.',
  description: 'A contact with documents, drafts included, can only be archived.',
  ...{ success: 204, output: z.null(), nothing: null },
  refusals: ['customer_has_documents'],
});
export const deleteOrganization = deleting(organizations, {
  summary: 'Delete an organization without contacts, documents, projects, tasks and trips permanently.',
  description: 'An organization with documents, drafts included, can only be archived.',
  ...{ success: 200, output: z.object({}).meta({ description: 'An empty object.' }), nothing: {} },
  refusals: ['customer_has_documents', 'organization_has_contacts'],
});

type DeleteOptions = {
  summary: string;
  description: string;
  success: 200 | 204;
  output: z.ZodType<unknown>;
  nothing: unknown;
  refusals: readonly ('customer_has_documents' | 'organization_has_contacts')[];
};

function deleting(kind: KindOfCustomer, { nothing, refusals, ...own }: DeleteOptions) {
  const { noun, missing } = kind;
  return operation({
    name: `delete-${noun}`,
    ...own,
    chapter: 'Customers',
    routes: [`DELETE /${noun}/{${noun}Id}`],
    scope: 'customers:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    refusals: [
      missing,
      ...refusals,
      'customer_has_projects',
      'customer_has_tasks',
      'customer_has_trips',
      'customer_has_past_documents',
    ],
    run: async (context, { id }) => {
      const { tx } = context;
      const known = await kind.lock(tx, id);
      if (!known) return { refused: missing };
      if (known.hasDocuments) return { refused: 'customer_has_documents' };
      if (known.contacts > 0) return { refused: 'organization_has_contacts' };
      const ties = await linkedRecords(tx, id);
      if (ties.projects) return { refused: 'customer_has_projects' };
      if (ties.tasks) return { refused: 'customer_has_tasks' };
      if (await hasTrips(tx, id)) return { refused: 'customer_has_trips' };
      if (await hasPastDocuments(tx, id)) return { refused: 'customer_has_past_documents' };
      deleteCustomer(tx, id);
      publishCustomerEvent(context, 'deleted', known);
      return { body: nothing };
    },
  });
}
