import * as z from 'zod';
import {
  OrganizationForm,
  OrganizationJson,
  organizationRevision,
  organizationToJson,
} from '../../contract/organization.ts';
import { revised } from '../../domain/customer/revised.ts';
import { insertCustomer } from '../../store/customers.ts';
import { tellOrganization } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';
import { organizationExample } from './form-examples.ts';

export const createOrganization = operation({
  name: 'create-organization',
  summary: 'Create an organization: a company, an association, an administration.',
  description: 'An organization made with a test key is a test organization, and so are its contacts and documents.',
  chapter: 'Customers',
  routes: ['POST /organization'],
  scope: 'customers:write',
  path: z.object({}),
  query: z.object({}),
  body: OrganizationForm,
  success: 201,
  output: OrganizationJson,
  refusals: [],
  example: organizationExample,
  tool: { name: 'create-organization', ...answeredAs('organization', OrganizationJson) },
  run: async (context, form) => {
    const { tx, now, newId, test } = context;
    const details = revised({ emails: [], name: '' }, organizationRevision(form));
    const customer = { kind: 'organization', id: newId(), test, details, createdAt: now, updatedAt: now } as const;
    insertCustomer(tx, customer);
    tellOrganization(context, 'created', { customer, hasDocuments: false, contacts: 0 });
    return { body: organizationToJson({ customer, hasDocuments: false, contacts: 0 }) };
  },
});
