import * as z from 'zod';
import { ContactJson, contactToJson } from '../../contract/contact.ts';
import { idOf, idOr } from '../../contract/id.ts';
import { findContact } from '../../store/customers.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';

export const getContact = operation({
  name: 'get-contact',
  summary: 'Get a contact.',
  description: 'The legacy id of a contact is its id.',
  chapter: 'Customers',
  routes: ['GET /contact/{contactId}', 'GET /contact/by-legacy/{legacyId}'],
  scope: 'customers:read',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ContactJson,
  refusals: ['contact_not_found'],
  tool: {
    name: 'get-contact-by-id',
    description: 'Get a contact, alone or of an organization.',
    parameters: z.object({ contactId: idOf('the contact') }),
    renamed: { contactId: 'id' },
    ...answeredAs('contact', ContactJson),
  },
  run: async ({ tx }, { id }) => {
    const known = await findContact(tx, id);
    return known ? { body: contactToJson(known) } : { refused: 'contact_not_found' };
  },
});
