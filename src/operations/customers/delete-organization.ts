import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { deleteCustomer, lockOrganization } from '../../store/customers.ts';
import { tiesOf } from '../../store/project-customers.ts';
import { tellOrganization } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';

export const deleteOrganization = operation({
  name: 'delete-organization',
  summary: 'Delete an organization without contacts, documents, projects and tasks, for good.',
  description: 'One with documents, drafts included, can only be archived.',
  chapter: 'Customers',
  routes: ['DELETE /organization/{organizationId}'],
  scope: 'customers:write',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({}).meta({ description: 'Nothing is left to say.' }),
  refusals: [
    'organization_not_found',
    'customer_has_documents',
    'organization_has_contacts',
    'customer_has_projects',
    'customer_has_tasks',
  ],
  run: async (context, { id }) => {
    const { tx } = context;
    const known = await lockOrganization(tx, id);
    if (!known) return { refused: 'organization_not_found' };
    if (known.hasDocuments) return { refused: 'customer_has_documents' };
    if (known.contacts > 0) return { refused: 'organization_has_contacts' };
    const ties = await tiesOf(tx, id);
    if (ties.projects) return { refused: 'customer_has_projects' };
    if (ties.tasks) return { refused: 'customer_has_tasks' };
    deleteCustomer(tx, id);
    tellOrganization(context, 'deleted', known);
    return { body: {} };
  },
});
