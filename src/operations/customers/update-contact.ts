import * as z from 'zod';
import { ContactForm, ContactJson, contactRevision, contactToJson } from '../../contract/contact.ts';
import { idOf, idOr } from '../../contract/id.ts';
import { revised } from '../../domain/customer/revised.ts';
import { lockContact, updateCustomer } from '../../store/customers.ts';
import { tellContact } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';
import { contactExample } from './form-examples.ts';

export const updateContact = operation({
  name: 'update-contact',
  summary: 'Change a contact.',
  description:
    'What is left out stays as it is; null or "" empties a member. Drafts show the contact as it is now, finalized documents as it was.',
  chapter: 'Customers',
  routes: ['PUT /contact/{contactId}'],
  scope: 'customers:write',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: ContactForm,
  success: 200,
  output: ContactJson,
  refusals: ['contact_not_found'],
  example: contactExample,
  tool: {
    name: 'update-contact',
    parameters: z.object({ contactId: idOf('the contact'), ...ContactForm.shape }),
    renamed: { contactId: 'id' },
    ...answeredAs('contact', ContactJson),
    destructive: true,
    idempotent: true,
  },
  run: async (context, { id, ...form }) => {
    const { tx, now } = context;
    const known = await lockContact(tx, id);
    if (!known) return { refused: 'contact_not_found' };
    const details = revised(known.customer.details, contactRevision(form));
    const customer = { ...known.customer, details, updatedAt: now };
    updateCustomer(tx, customer);
    tellContact(context, 'updated', { ...known, customer });
    return { body: contactToJson({ ...known, customer }) };
  },
});
