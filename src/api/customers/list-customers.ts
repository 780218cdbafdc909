import * as z from 'zod';
import { operation } from '../../pipeline/operation.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { listedAs } from '../../schemas/tool-definition.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';
import { listQuery, pageForTools, pageOfCustomers } from '../../services/customers/list-query.ts';

export const listContacts = listing(contacts, {
  summary: 'List contacts, including those of organizations.',
  description: 'The search covers name, e-mails, phone, job title and city.',
});
export const listOrganizations = listing(organizations, {
  summary: 'List organizations.',
  description: 'The search covers names, e-mails, SIRET, VAT number and city.',
});

function listing(kind: KindOfCustomer, texts: { summary: string; description: string }) {
  const { noun, plural } = kind;
  return operation({
    name: `list-${plural}`,
    ...texts,
    chapter: 'Customers',
    routes: [`GET /${plural}`],
    scope: 'customers:read',
    path: z.object({}),
    query: listQuery,
    body: z.object({}),
    success: 200,
    output: pageSchema(kind.ListJson),
    refusals: [],
    tool: { name: `get-${plural}`, ...pageForTools, ...listedAs(plural, kind.ListJson) },
    run: async ({ tx }, query) => {
      const page = await pageOfCustomers(tx, noun, query);
      return { body: pageJson({ ...page, docs: page.docs.map((known) => kind.toListItem(known)) }) };
    },
  });
}
