import * as z from 'zod';
import { ContactListItemJson, contactToListItem } from '../../contract/contact.ts';
import { pageJson, pageSchema } from '../../contract/page.ts';
import type { Contact } from '../../domain/customer/customer.ts';
import type { Known } from '../../store/customers.ts';
import { operation } from '../operation.ts';
import { listedAs } from '../tool-face.ts';
import { listQuery, pageForTools, pageOfCustomers } from './list-query.ts';

export const listContacts = operation({
  name: 'list-contacts',
  summary: 'List contacts, those of organizations included.',
  description: 'The search looks at name, e-mails, phone, job title and city.',
  chapter: 'Customers',
  routes: ['GET /contacts'],
  scope: 'customers:read',
  path: z.object({}),
  query: listQuery,
  body: z.object({}),
  success: 200,
  output: pageSchema(ContactListItemJson),
  refusals: [],
  tool: { name: 'get-contacts', ...pageForTools, ...listedAs('contacts', ContactListItemJson) },
  run: async ({ tx }, asked) => {
    const page = await pageOfCustomers(tx, 'contact', asked);
    const docs = page.docs.map((known) => contactToListItem(known as Known<Contact>));
    return { body: pageJson({ ...page, docs }) };
  },
});
