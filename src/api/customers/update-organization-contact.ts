import * as z from 'zod';
import { lockContact, unsetDefaultContact, updateCustomer } from '../../db/customers/customers.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  ContactJson,
  contactRevision,
  contactToJson,
  OrganizationContactChange,
} from '../../schemas/customers/contact.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { contactExample } from '../../services/customers/customer-kinds.ts';
import { publishContactEvent } from '../../services/events/publish-event.ts';

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
