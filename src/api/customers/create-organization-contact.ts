import * as z from 'zod';
import { insertCustomer, lockOrganization, unsetDefaultContact } from '../../db/customers/customers.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import type { Contact } from '../../domain/customers/customer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  ContactJson,
  contactRevision,
  contactToJson,
  OrganizationContactForm,
} from '../../schemas/customers/contact.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { contactExample } from '../../services/customers/customer-kinds.ts';
import { publishContactEvent } from '../../services/events/publish-event.ts';

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
