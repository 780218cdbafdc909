import * as z from 'zod';
import { OrganizationJson, organizationToJson } from '../../contract/organization.ts';
import { pageJson, pageSchema } from '../../contract/page.ts';
import type { Organization } from '../../domain/customer/customer.ts';
import type { Known } from '../../store/customers.ts';
import { operation } from '../operation.ts';
import { listedAs } from '../tool-face.ts';
import { listQuery, pageForTools, pageOfCustomers } from './list-query.ts';

export const listOrganizations = operation({
  name: 'list-organizations',
  summary: 'List organizations.',
  description: 'The search looks at names, e-mails, SIRET, VAT number and city.',
  chapter: 'Customers',
  routes: ['GET /organizations'],
  scope: 'customers:read',
  path: z.object({}),
  query: listQuery,
  body: z.object({}),
  success: 200,
  output: pageSchema(OrganizationJson),
  refusals: [],
  tool: { name: 'get-organizations', ...pageForTools, ...listedAs('organizations', OrganizationJson) },
  run: async ({ tx }, asked) => {
    const page = await pageOfCustomers(tx, 'organization', asked);
    const docs = page.docs.map((known) => organizationToJson(known as Known<Organization>));
    return { body: pageJson({ ...page, docs }) };
  },
});
