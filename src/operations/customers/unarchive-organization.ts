import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { OrganizationJson, organizationToJson } from '../../contract/organization.ts';
import { lockOrganization, updateCustomer } from '../../store/customers.ts';
import { tellOrganization } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';

export const unarchiveOrganization = operation({
  name: 'unarchive-organization',
  summary: 'Unarchive an organization.',
  description: 'It comes back to the lists.',
  chapter: 'Customers',
  routes: ['PATCH /organization/{organizationId}/unarchive'],
  scope: 'customers:write',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: OrganizationJson,
  refusals: ['organization_not_found'],
  run: async (context, { id }) => {
    const { tx, now } = context;
    const known = await lockOrganization(tx, id);
    if (!known) return { refused: 'organization_not_found' };
    const { archivedAt: _, ...active } = known.customer;
    const customer = { ...active, updatedAt: now };
    updateCustomer(tx, customer);
    tellOrganization(context, 'updated', { ...known, customer });
    return { body: organizationToJson({ ...known, customer }) };
  },
});
