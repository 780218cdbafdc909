import * as z from 'zod';
import { ContactJson, contactToJson } from '../../contract/contact.ts';
import { idOr } from '../../contract/id.ts';
import { lockContact, updateCustomer } from '../../store/customers.ts';
import { tellContact } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';

export const unarchiveContact = operation({
  name: 'unarchive-contact',
  summary: 'Unarchive a contact.',
  description: 'It comes back to the lists.',
  chapter: 'Customers',
  routes: ['PATCH /contact/{contactId}/unarchive'],
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
    const { archivedAt: _, ...active } = known.customer;
    const customer = { ...active, updatedAt: now };
    updateCustomer(tx, customer);
    tellContact(context, 'updated', { ...known, customer });
    return { body: contactToJson({ ...known, customer }) };
  },
});
