import * as z from 'zod';
import { findProduct } from '../../db/catalogue/products.ts';
import { operation } from '../../pipeline/operation.ts';
import { ProductJson } from '../../schemas/catalogue/product.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { currencyOfAccount, productResponse } from '../../services/catalogue/product-response.ts';

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
