import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { OrganizationJson, organizationToJson } from '../../contract/organization.ts';
import { lockOrganization, updateCustomer } from '../../store/customers.ts';
import { tellOrganization } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';

export const archiveOrganization = operation({
  name: 'archive-organization',
  summary: 'Archive an organization.',
  description:
    'It leaves the lists and keeps its documents; drafts for it can still be finalized. Archiving twice changes nothing.',
  chapter: 'Customers',
  routes: ['PATCH /organization/{organizationId}/archive'],
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
    const customer = { ...known.customer, archivedAt: known.customer.archivedAt ?? now, updatedAt: now };
    updateCustomer(tx, customer);
    tellOrganization(context, 'archived', { ...known, customer });
    return { body: organizationToJson({ ...known, customer }) };
  },
});
