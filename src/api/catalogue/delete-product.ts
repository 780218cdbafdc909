import * as z from 'zod';
import { deleteProduct as removeProduct } from '../../db/catalogue/products.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { stepOfAccount } from '../../services/catalogue/product-response.ts';
import { publishProductEvent } from '../../services/events/publish-event.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

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
