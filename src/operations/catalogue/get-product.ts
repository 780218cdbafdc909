import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { ProductJson } from '../../contract/product.ts';
import { findProduct } from '../../store/products.ts';
import { operation } from '../operation.ts';
import { answeredAs } from '../tool-face.ts';
import { showProduct, stepOfAccount } from './shown-product.ts';

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
    const [product, step] = await Promise.all([findProduct(context.tx, productId), stepOfAccount(context)]);
    return product ? showProduct(product, step) : { refused: 'product_not_found' };
  },
});
