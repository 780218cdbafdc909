import * as z from 'zod';
import { ContactForm, ContactJson, contactRevision, contactToJson } from '../../contract/contact.ts';
import { revised } from '../../domain/customer/revised.ts';
import { insertCustomer } from '../../store/customers.ts';
import { tellContact } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';
import { contactExample } from './form-examples.ts';

export const createContact = operation({
  name: 'create-contact',
  summary: 'Create a contact: a person who is a customer himself.',
  description: 'A contact made with a test key is a test contact, and so are its documents.',
  chapter: 'Customers',
  routes: ['POST /contact'],
  scope: 'customers:write',
  path: z.object({}),
  query: z.object({}),
  body: ContactForm,
  success: 201,
  output: ContactJson,
  refusals: [],
  example: contactExample,
  tool: { name: 'create-contact', ...answeredAs('contact', ContactJson) },
  run: async (context, form) => {
    const { tx, now, newId, test } = context;
    const blank = { emails: [], firstname: '', lastname: '' };
    const details = revised(blank, contactRevision(form));
    const customer = {
      kind: 'contact',
      id: newId(),
      test,
      isDefault: false,
      details,
      createdAt: now,
      updatedAt: now,
    } as const;
    insertCustomer(tx, customer);
    tellContact(context, 'created', { customer, hasDocuments: false });
    return { body: contactToJson({ customer, hasDocuments: false }) };
  },
});
