import * as z from 'zod';
import { deleteCustomer } from '../../db/customers/customers.ts';
import { linkedRecords } from '../../db/projects/project-customers.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';
import { publishCustomerEvent } from '../../services/events/publish-event.ts';

export const deleteContact = deleting(contacts, {
  summary: 'Delete a contact without documents, projects and tasks permanently.',
  description: 'A contact with documents, drafts included, can only be archived.',
  ...{ success: 204, output: z.null(), nothing: null },
  refusals: ['customer_has_documents'],
});
export const deleteOrganization = deleting(organizations, {
  summary: 'Delete an organization without contacts, documents, projects and tasks permanently.',
  description: 'An organization with documents, drafts included, can only be archived.',
  ...{ success: 200, output: z.object({}).meta({ description: 'An empty object.' }), nothing: {} },
  refusals: ['customer_has_documents', 'organization_has_contacts'],
});

type Own = {
  summary: string;
  description: string;
  success: 200 | 204;
  output: z.ZodType<unknown>;
  nothing: unknown;
  refusals: readonly ('customer_has_documents' | 'organization_has_contacts')[];
};

function deleting(kind: KindOfCustomer, { nothing, refusals, ...own }: Own) {
  const { noun, missing } = kind;
  return operation({
    name: `delete-${noun}`,
    ...own,
    chapter: 'Customers',
    routes: [`DELETE /${noun}/{${noun}Id}`],
    scope: 'customers:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    refusals: [missing, ...refusals, 'customer_has_projects', 'customer_has_tasks'],
    run: async (context, { id }) => {
      const { tx } = context;
      const known = await kind.lock(tx, id);
      if (!known) return { refused: missing };
      if (known.hasDocuments) return { refused: 'customer_has_documents' };
      if (known.contacts > 0) return { refused: 'organization_has_contacts' };
      const ties = await linkedRecords(tx, id);
      if (ties.projects) return { refused: 'customer_has_projects' };
      if (ties.tasks) return { refused: 'customer_has_tasks' };
      deleteCustomer(tx, id);
      publishCustomerEvent(context, 'deleted', known);
      return { body: nothing };
    },
  });
}
