import * as z from 'zod';
import { idOf, idOr } from '../../contract/id.ts';
import {
  OrganizationForm,
  OrganizationJson,
  organizationRevision,
  organizationToJson,
} from '../../contract/organization.ts';
import { revised } from '../../domain/customer/revised.ts';
import { lockOrganization, updateCustomer } from '../../store/customers.ts';
import { tellOrganization } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';
import { organizationExample } from './form-examples.ts';

export const updateOrganization = operation({
  name: 'update-organization',
  summary: 'Change an organization.',
  description:
    'What is left out stays as it is; null or "" empties a member. Drafts show the organization as it is now, finalized documents as it was.',
  chapter: 'Customers',
  routes: ['PUT /organization/{organizationId}'],
  scope: 'customers:write',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: OrganizationForm,
  success: 200,
  output: OrganizationJson,
  refusals: ['organization_not_found'],
  example: organizationExample,
  tool: {
    name: 'update-organization',
    parameters: z.object({ organizationId: idOf('the organization'), ...OrganizationForm.shape }),
    renamed: { organizationId: 'id' },
    ...answeredAs('organization', OrganizationJson),
    destructive: true,
    idempotent: true,
  },
  run: async (context, { id, ...form }) => {
    const { tx, now } = context;
    const known = await lockOrganization(tx, id);
    if (!known) return { refused: 'organization_not_found' };
    const details = revised(known.customer.details, organizationRevision(form));
    const customer = { ...known.customer, details, updatedAt: now };
    updateCustomer(tx, customer);
    tellOrganization(context, 'updated', { ...known, customer });
    return { body: organizationToJson({ ...known, customer }) };
  },
});
