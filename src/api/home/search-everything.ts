import * as z from 'zod';
import type { StoredDocument } from '../../db/billing/read-document-group.ts';
import { listProducts } from '../../db/catalogue/products.ts';
import { findMatchingCustomers, findMatchingDocuments } from '../../db/home/search.ts';
import { listProjects } from '../../db/projects/projects.ts';
import { allows } from '../../domain/account/scope.ts';
import { datesOf } from '../../domain/billing/document/document-dates.ts';
import { withCurrentFigures } from '../../domain/billing/document/group/finalize.ts';
import { situationOf } from '../../domain/billing/document/situation.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { operation } from '../../pipeline/operation.ts';
import { billingTypeOf } from '../../schemas/billing/document/document-type.ts';
import { FoundJson } from '../../schemas/home/search.ts';
import { listedMode, search, testRecords } from '../../schemas/lists/list-query.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import type { Context } from '../../services/context.ts';

const FOUND_DEFAULT = 5;
const FOUND_MAX = 10;

export const searchEverything = operation({
  name: 'search-everything',
  summary: 'Searches documents, customers, products and projects at once and returns the first few of each.',
  description:
    'Searches one mode (live or test), ignoring case and accents. Every word must occur, even as part of a word. Kinds of records that the key may not read are empty.',
  chapter: 'Home',
  routes: ['GET /v2/search'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    search: search.min(1),
    limit: z.coerce.number().int().min(1).max(FOUND_MAX).default(FOUND_DEFAULT).meta({
      description: 'Maximum results of each kind.',
    }),
    test: testRecords,
  }),
  body: z.object({}),
  success: 200,
  output: FoundJson,
  refusals: [],
  tool: {
    name: 'search-everything',
    description:
      'Searches documents, customers, products and projects at once and returns the first few of each. Every word must occur, even as part of a word.',
    parameters: z.object({
      search: search.min(1).meta({ description: 'The words to search for.' }),
      test: testRecords,
    }),
    ...answeredAs('found', FoundJson),
  },

  async run(context, { search: words, limit, test }) {
    const { tx, scopes } = context;
    const query = { words, test: listedMode(tx, test), limit };
    const [documents, customers, products, projects] = await Promise.all([
      documentsWith(context, query),
      allows(scopes, 'customers:read') ? findMatchingCustomers(tx, query) : [],
      allows(scopes, 'catalog:read') ? productsWith(context, query) : [],
      allows(scopes, 'projects:read') ? projectsWith(context, query) : [],
    ]);
    return {
      body: {
        documents,
        customers: customers.map(({ id, kind, name, test, organization, emails: [email] }) => ({
          ...{ id, kind, name, test },
          ...(organization && { organizationName: organization.name }),
          ...(email !== undefined && { email }),
        })),
        products,
        projects,
      },
    };
  },
});

type SearchQuery = { readonly words: string; readonly test: boolean; readonly limit: number };

async function documentsWith({ tx, now }: Context, query: SearchQuery): Promise<FoundJson['documents']> {
  return (await findMatchingDocuments(tx, query)).map((document) => foundDocument(document, now));
}

function foundDocument(remembered: StoredDocument, now: number): FoundJson['documents'][number] {
  const { settings, customer: today, parent } = remembered;
  const document = withCurrentFigures(remembered.document, parent);
  const { zone } = settings;
  const customer = document.sealed?.customer ?? today;
  return {
    id: document.id,
    type: billingTypeOf(document.kind),
    situation: situationOf(document, { day: civilDayOf(now, zone), zone }),
    ...(document.sealed && { number: document.sealed.number }),
    ...(document.title && { title: document.title }),
    ...(customer && { customerName: customer.organization?.name ?? customer.name }),
    amount: taxIncluded(totalOf(document.totals.breakdown)),
    currency: document.content.currency.code,
    test: document.test,
    day: datesOf(document, now, zone).emittedOn,
  };
}

async function productsWith({ tx }: Context, { words, limit }: SearchQuery): Promise<FoundJson['products']> {
  const { products } = await listProducts(tx, { search: words, by: 'designation', direction: 'ASC', limit, page: 1 });
  return products.map(({ id, designation, reference }) => ({ id, designation, ...(reference && { reference }) }));
}

async function projectsWith({ tx }: Context, { words, test, limit }: SearchQuery): Promise<FoundJson['projects']> {
  const order = { by: 'name', direction: 'ASC', limit, page: 1 } as const;
  const { projects } = await listProjects(tx, { search: words, test }, order);
  return projects.map(({ project: { id, name, test } }) => ({ id, name, test }));
}
