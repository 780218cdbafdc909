import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { deleteCustomer, lockContact } from '../../store/customers.ts';
import { tiesOf } from '../../store/project-customers.ts';
import { tellContact } from '../events/tell-customer.ts';
import { operation } from '../operation.ts';

export const deleteContact = operation({
  name: 'delete-contact',
  summary: 'Delete a contact without documents, projects and tasks, for good.',
  description: 'A contact with documents, drafts included, can only be archived.',
  chapter: 'Customers',
  routes: ['DELETE /contact/{contactId}'],
  scope: 'customers:write',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['contact_not_found', 'customer_has_documents', 'customer_has_projects', 'customer_has_tasks'],
  run: async (context, { id }) => {
    const { tx } = context;
    const known = await lockContact(tx, id);
    if (!known) return { refused: 'contact_not_found' };
    if (known.hasDocuments) return { refused: 'customer_has_documents' };
    const ties = await tiesOf(tx, id);
    if (ties.projects) return { refused: 'customer_has_projects' };
    if (ties.tasks) return { refused: 'customer_has_tasks' };
    deleteCustomer(tx, id);
    tellContact(context, 'deleted', known);
    return { body: null };
  },
});
