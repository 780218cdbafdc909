import * as z from 'zod';
import { idOf, idOr } from '../../contract/id.ts';
import { OrganizationJson, organizationToJson } from '../../contract/organization.ts';
import { findOrganization } from '../../store/customers.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';

export const getOrganization = operation({
  name: 'get-organization',
  summary: 'Get an organization.',
  chapter: 'Customers',
  routes: ['GET /organization/{organizationId}'],
  scope: 'customers:read',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: OrganizationJson,
  refusals: ['organization_not_found'],
  tool: {
    name: 'get-organization-by-id',
    parameters: z.object({ organizationId: idOf('the organization') }),
    renamed: { organizationId: 'id' },
    ...answeredAs('organization', OrganizationJson),
  },
  run: async ({ tx }, { id }) => {
    const known = await findOrganization(tx, id);
    return known ? { body: organizationToJson(known) } : { refused: 'organization_not_found' };
  },
});
