import * as z from 'zod';
import { CONTACTS_OF_ORGANIZATION_MAX, contactsOf } from '../../db/customers/customer-list.ts';
import { findOrganization, type Known } from '../../db/customers/customers.ts';
import type { Contact } from '../../domain/customers/customer.ts';
import { operation } from '../../pipeline/operation.ts';
import { ContactListItemJson, contactToListItem } from '../../schemas/customers/contact.ts';
import { idOr } from '../../schemas/fields/id.ts';

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
