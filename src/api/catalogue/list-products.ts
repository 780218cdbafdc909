import * as z from 'zod';
import { countProducts, listProducts as readProducts } from '../../db/catalogue/product-list.ts';
import { operation } from '../../pipeline/operation.ts';
import { ProductJson, productToJson } from '../../schemas/catalogue/product.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { NAME_MAX, text } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing, orderDirection, search, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { listedAs } from '../../schemas/tool-definition.ts';
import { stepOfAccount } from '../../services/catalogue/product-response.ts';

/** Products per page of the tool. */
const TOOL_PAGE = 100;

const orders = ['designation', 'reference', 'unitPrice', 'createdAt'] as const;
const place = { direction: z.enum(['ASC', 'DESC']), id: z.uuid() };
const examplePlace = {
  by: 'designation',
  direction: 'ASC',
  after: 'developpement web',
  id: '01890a5d-7c21-7d3e-8f40-2b1a3c4d5e6f',
};
const pageAnswer = pageSchema(ProductJson);

export const listProducts = operation({
  name: 'get-products',
  summary: 'List or search the products and services of the catalogue.',
  description: 'The search matches part of a designation or reference, ignoring case and accents. Prices are in cents.',
  chapter: 'Catalogue',
  routes: ['GET /v2/catalog'],
  scope: 'catalog:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    search: search.optional(),
    orderBy: worded(orders).default('designation'),
    orderDirection: orderDirection.default('ASC'),
    sapCompatible: yesOrNo
      .optional()
      .meta({ description: 'true for personal services (services à la personne) only, false for all other products.' }),
    countWithoutFilters: yesOrNo.default(false).meta({ description: 'Also count all records, ignoring the filters.' }),
    cursor: cursor(
      z.discriminatedUnion('by', [
        z.object({ ...place, by: z.enum(['designation', 'reference']), after: text(NAME_MAX) }),
        z.object({ ...place, by: z.literal('unitPrice'), after: z.int() }),
        z.object({ ...place, by: z.literal('createdAt'), after: z.uuid() }),
      ]),
    )
      .optional()
      .meta({ example: writeCursor(examplePlace) }),
  }),
  body: z.object({}),
  success: 200,
  output: pageAnswer,
  refusals: [],
  tool: {
    name: 'get-products',
    parameters: z.object({
      page: listing.page.meta({ description: `The page number, from 1; a page has ${TOOL_PAGE} products.` }),
      search: search.optional().meta({ description: 'Part of a designation or reference.' }),
    }),
    always: { limit: TOOL_PAGE },
    ...listedAs('products', ProductJson),
  },

  async run(context, query) {
    const { tx } = context;
    const { orderBy, orderDirection, cursor, page, limit, search, sapCompatible } = query;
    const order = cursor ?? { by: orderBy, direction: orderDirection };
    const filter = { search, personalService: sapCompatible, by: order.by, direction: order.direction };
    const [listed, step, countWithoutFilters] = await Promise.all([
      readProducts(tx, { ...filter, limit, page, place: cursor }),
      stepOfAccount(context),
      query.countWithoutFilters ? countProducts(tx) : undefined,
    ]);
    return {
      body: pageJson({
        docs: listed.products.map((product) => productToJson(product, step)),
        total: listed.total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: listed.next && writeCursor(listed.next),
        countWithoutFilters,
      }),
    };
  },
});
