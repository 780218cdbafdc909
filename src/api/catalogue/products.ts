import * as z from 'zod';
import {
  countProducts,
  findProduct,
  insertProduct,
  lockProduct,
  listProducts as readProducts,
  deleteProduct as removeProduct,
  updateProduct as writeProduct,
} from '../../db/catalogue/products.ts';
import { productFrom, productRefusals } from '../../domain/catalogue/product.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  ProductForm,
  ProductJson,
  productFromForm,
  productParameters,
  productToJson,
} from '../../schemas/catalogue/product.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { NAME_MAX, text } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing, orderDirection, search, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { answeredAs, listedAs } from '../../schemas/tool-definition.ts';
import { productExample } from '../../services/catalogue/product-example.ts';
import { currencyOfAccount, productResponse, stepOfAccount } from '../../services/catalogue/product-response.ts';
import { publishProductEvent } from '../../services/events/publish-event.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

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

export const getProduct = operation({
  name: 'get-product-by-id',
  summary: 'Get one product or service of the catalogue.',
  chapter: 'Catalogue',
  routes: ['GET /v2/catalog/product/{productId}'],
  scope: 'catalog:read',
  path: z.object({ productId: idOr('product_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ProductJson,
  refusals: ['product_not_found'],
  tool: { name: 'get-product-by-id', ...answeredAs('product', ProductJson) },

  async run(context, { productId }) {
    const [product, currency] = await Promise.all([findProduct(context.tx, productId), currencyOfAccount(context)]);
    return product ? productResponse(context, product, currency) : { refused: 'product_not_found' };
  },
});

export const createProduct = operation({
  name: 'create-product',
  summary: 'Create a product or service of the catalogue.',
  description:
    'Prices are in cents. A margin (percent) on a purchase price sets the unit price, unless `lockUnitPrice` fixes it and the margin is computed instead. A product created with a test key belongs to the test catalogue.',
  chapter: 'Catalogue',
  routes: ['POST /v2/catalog/product'],
  scope: 'catalog:write',
  path: z.object({}),
  query: z.object({}),
  body: ProductForm,
  success: 201,
  output: ProductJson,
  refusals: productRefusals,
  example: productExample,
  tool: {
    name: 'create-product',
    description:
      'Create a product or service of the catalogue. A margin (percent) on a purchase price sets the unit price, unless `lockUnitPrice` fixes it.',
    parameters: productParameters,
    ...answeredAs('product', ProductJson),
  },

  async run(context, form) {
    const { tx, now, newId, test } = context;
    const product = productFrom(productFromForm(form), { id: newId(), test, now });
    if (isRefusal(product)) return product;
    const currency = await currencyOfAccount(context);
    insertProduct(tx, product);
    publishProductEvent(context, 'created', product, stepOf(currency));
    return productResponse(context, product, currency);
  },
});

export const updateProduct = operation({
  name: 'update-product',
  summary: 'Replace a product of the catalogue entirely.',
  description:
    'Fields left out are reset to their default, the stock to 0: read the product first and send all fields. Prices are in cents. Documents that use the product do not change.',
  chapter: 'Catalogue',
  routes: ['PUT /v2/catalog/product/{productId}'],
  scope: 'catalog:write',
  path: z.object({ productId: idOr('product_not_found') }),
  query: z.object({}),
  body: ProductForm,
  success: 200,
  output: ProductJson,
  refusals: ['product_not_found', 'version_stale', ...productRefusals],
  example: productExample,
  tool: {
    name: 'update-product',
    parameters: z.object({ productId: id, ...productParameters.shape }),
    ...answeredAs('product', ProductJson),
    destructive: true,
    idempotent: true,
  },

  async run(context, { productId, ...form }) {
    const { tx, now, test } = context;
    const [before, currency] = await Promise.all([lockProduct(tx, productId), currencyOfAccount(context)]);
    if (!before) return { refused: 'product_not_found' };
    const stale = refuseStaleVersion(context, etagOf(before));
    if (stale) return stale;
    const product = productFrom(productFromForm(form), { id: before.id, test, now }, before);
    if (isRefusal(product)) return product;
    writeProduct(tx, product);
    publishProductEvent(context, 'updated', product, stepOf(currency));
    return productResponse(context, product, currency);
  },
});

export const deleteProduct = operation({
  name: 'delete-product',
  summary: 'Delete a product of the catalogue permanently.',
  description: 'Cannot be undone. Documents that used the product stay as they are.',
  chapter: 'Catalogue',
  routes: ['DELETE /v2/catalog/product/{productId}'],
  scope: 'catalog:write',
  path: z.object({ productId: idOr('product_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['product_not_found', 'version_stale'],
  tool: {
    name: 'delete-product',
    output: z.object({ success: z.literal(true), productId: z.string() }),
    answer: (_, { productId }) => ({ success: true, productId }),
    destructive: true,
  },

  async run(context, { productId }) {
    const { tx } = context;
    const [product, step] = await Promise.all([removeProduct(tx, productId), stepOfAccount(context)]);
    if (!product) return { refused: 'product_not_found' };
    // Checked after the deletion, because a refusal rolls it back.
    const stale = refuseStaleVersion(context, etagOf(product));
    if (stale) return stale;
    publishProductEvent(context, 'deleted', product, step);
    return { body: null };
  },
});
