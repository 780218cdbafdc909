import * as z from 'zod';
import { insertCustomer } from '../../db/customers/customers.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { type Customer, sirenProblem } from '../../domain/customers/customer.ts';
import { operation } from '../../pipeline/operation.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';
import { publishCustomerEvent } from '../../services/events/publish-event.ts';

export const createContact = creating(contacts, {
  summary: 'Create a contact: a person who is a customer.',
  description: 'A contact created with a test key is a test contact, and so are its documents.',
});
export const createOrganization = creating(organizations, {
  summary: 'Create an organization: a company, an association or a public body.',
  description: 'An organization created with a test key is a test organization, and so are its contacts and documents.',
});

function creating(kind: KindOfCustomer, texts: { summary: string; description: string }) {
  const { noun } = kind;
  return operation({
    name: `create-${noun}`,
    ...texts,
    chapter: 'Customers',
    routes: [`POST /${noun}`],
    scope: 'customers:write',
    path: z.object({}),
    query: z.object({}),
    body: kind.Form,
    success: 201,
    output: kind.Json,
    refusals: ['siren_of_another_siret'],
    example: kind.example,
    tool: { name: `create-${noun}`, ...answeredAs(noun, kind.Json) },
    run: async (context, form) => {
      const { tx, now, newId, test } = context;
      const details = revised(kind.blank, kind.revision(form));
      const no = sirenProblem(details);
      if (no) return no;
      const made = { id: newId(), test, details, createdAt: now, updatedAt: now };
      const customer = { kind: noun, ...made, ...(noun === 'contact' && { isDefault: false }) } as Customer;
      const known = { customer, hasDocuments: false, contacts: 0 };
      insertCustomer(tx, customer);
      publishCustomerEvent(context, 'created', known);
      return { body: kind.toJson(known) };
    },
  });
}
