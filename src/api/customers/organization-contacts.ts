import * as z from 'zod';
import { CONTACTS_OF_ORGANIZATION_MAX, contactsOf } from '../../db/customers/customer-list.ts';
import {
  findOrganization,
  insertCustomer,
  type Known,
  lockContact,
  lockOrganization,
  unsetDefaultContact,
  updateCustomer,
} from '../../db/customers/customers.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import type { Contact } from '../../domain/customers/customer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  ContactJson,
  ContactListItemJson,
  contactRevision,
  contactToJson,
  contactToListItem,
  OrganizationContactChange,
  OrganizationContactForm,
} from '../../schemas/customers/contact.ts';
import { OrganizationJson, organizationToJson } from '../../schemas/customers/organization.ts';
import { id, idOf, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { contactExample } from '../../services/customers/customer-kinds.ts';
import { publishContactEvent, publishOrganizationEvent } from '../../services/events/publish-event.ts';

export const listOrganizationContacts = operation({
  name: 'list-organization-contacts',
  summary: 'List the contacts of an organization, by name.',
  description: `Includes archived contacts; at most the first ${CONTACTS_OF_ORGANIZATION_MAX}.`,
  chapter: 'Customers',
  routes: ['GET /organization/{organizationId}/contacts'],
  scope: 'customers:read',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.array(ContactListItemJson),
  refusals: ['organization_not_found'],
  run: async ({ tx }, { id }) => {
    const [organization, contacts] = await Promise.all([findOrganization(tx, id), contactsOf(tx, id)]);
    if (!organization) return { refused: 'organization_not_found' };
    return { body: contacts.map((known) => contactToListItem(known as Known<Contact>)) };
  },
});

export const createOrganizationContact = operation({
  name: 'create-organization-contact',
  summary: 'Create a contact of an organization.',
  description: 'A contact of a test organization is a test contact.',
  chapter: 'Customers',
  routes: ['POST /organization/{organizationId}/contact'],
  scope: 'customers:write',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: OrganizationContactForm,
  success: 201,
  output: ContactJson,
  refusals: ['organization_not_found'],
  example: { ...contactExample, jobTitle: 'Comptable', defaultContact: true },
  tool: {
    name: 'create-organization-contact',
    parameters: z.object({ organizationId: idOf('the organization'), ...OrganizationContactForm.shape }),
    renamed: { organizationId: 'id' },
    ...answeredAs('contact', ContactJson),
  },
  run: async (context, { id, defaultContact, ...form }) => {
    const { tx, now, newId } = context;
    // Locked, so that the organization is not deleted or given another default contact meanwhile.
    const known = await lockOrganization(tx, id);
    if (!known) return { refused: 'organization_not_found' };
    const organization = known.customer;

    const blank = { emails: [], firstname: '', lastname: '' };
    const customer: Contact = {
      kind: 'contact',
      id: newId(),
      test: organization.test,
      organizationId: organization.id,
      isDefault: defaultContact === true,
      details: revised(blank, contactRevision(form)),
      createdAt: now,
      updatedAt: now,
    };
    if (customer.isDefault) unsetDefaultContact(tx, organization.id);
    insertCustomer(tx, customer);
    publishContactEvent(context, 'created', { customer, organization, hasDocuments: false });
    return { body: contactToJson({ customer, organization, hasDocuments: false }) };
  },
});

export const updateOrganizationContact = operation({
  name: 'update-organization-contact',
  summary: 'Change a contact of an organization.',
  description:
    'Fields left out stay as they are; null or "" clears a field. A new default contact replaces the previous one.',
  chapter: 'Customers',
  routes: ['PUT /organization/contact/{contactId}'],
  scope: 'customers:write',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: OrganizationContactChange,
  success: 200,
  output: ContactJson,
  refusals: ['contact_not_found'],
  example: { ...contactExample, defaultContact: true },
  run: async (context, { id, defaultContact, ...form }) => {
    const { tx, now } = context;
    const known = await lockContact(tx, id);
    // A contact without an organization is changed with PUT /contact/{id}; here it is not found.
    if (!known?.customer.organizationId) return { refused: 'contact_not_found' };

    const isDefault = defaultContact ?? known.customer.isDefault;
    const details = revised(known.customer.details, contactRevision(form));
    const customer = { ...known.customer, details, isDefault, updatedAt: now };
    if (isDefault && !known.customer.isDefault) unsetDefaultContact(tx, known.customer.organizationId, id);
    updateCustomer(tx, customer);
    publishContactEvent(context, 'updated', { ...known, customer });
    return { body: contactToJson({ ...known, customer }) };
  },
});

export const setDefaultContact = operation({
  name: 'set-default-contact',
  summary: 'Choose the contact that documents of an organization go to.',
  description:
    'null for no default contact: documents then go to the organization. Existing documents keep their contact.',
  chapter: 'Customers',
  routes: ['PATCH /organization/{organizationId}/default-contact'],
  scope: 'customers:write',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: z.object({ defaultContactId: id.nullable() }),
  success: 200,
  output: OrganizationJson,
  refusals: ['organization_not_found', 'contact_not_found', 'contact_of_another_organization'],
  example: { defaultContactId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  run: async (context, { id, defaultContactId }) => {
    const { tx, now } = context;
    const known = await lockOrganization(tx, id);
    if (!known) return { refused: 'organization_not_found' };
    const { defaultContactId: _, ...organization } = known;
    if (defaultContactId === null) {
      unsetDefaultContact(tx, id);
      publishOrganizationEvent(context, 'updated', organization);
      return { body: organizationToJson(organization) };
    }

    const chosen = await lockContact(tx, defaultContactId);
    if (!chosen) return { refused: 'contact_not_found' };
    if (chosen.customer.organizationId !== known.customer.id) return { refused: 'contact_of_another_organization' };
    unsetDefaultContact(tx, id, chosen.customer.id);
    updateCustomer(tx, { ...chosen.customer, isDefault: true, updatedAt: now });
    const named = { ...organization, defaultContactId: chosen.customer.id };
    publishOrganizationEvent(context, 'updated', named);
    return { body: organizationToJson(named) };
  },
});
