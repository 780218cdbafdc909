import * as z from 'zod';
import { ContactJson, contactToJson } from '../../contract/contact.ts';
import { idOr } from '../../contract/id.ts';
import { lockContact, updateCustomer } from '../../store/customers.ts';
import { tellContact } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';

export const archiveContact = operation({
  name: 'archive-contact',
  summary: 'Archive a contact.',
  description:
    'It leaves the lists and keeps its documents; drafts for it can still be finalized. Archiving twice changes nothing.',
  chapter: 'Customers',
  routes: ['PATCH /contact/{contactId}/archive'],
  scope: 'customers:write',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ContactJson,
  refusals: ['contact_not_found'],
  run: async (context, { id }) => {
    const { tx, now } = context;
    const known = await lockContact(tx, id);
    if (!known) return { refused: 'contact_not_found' };
    const customer = { ...known.customer, archivedAt: known.customer.archivedAt ?? now, updatedAt: now };
    updateCustomer(tx, customer);
    tellContact(context, 'archived', { ...known, customer });
    return { body: contactToJson({ ...known, customer }) };
  },
});
