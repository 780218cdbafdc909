import * as z from 'zod';
import { lockProduct, updateProduct as writeProduct } from '../../db/catalogue/products.ts';
import { productFrom, productRefusals } from '../../domain/catalogue/product.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { ProductForm, ProductJson, productFromForm, productParameters } from '../../schemas/catalogue/product.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { productExample } from '../../services/catalogue/product-example.ts';
import { currencyOfAccount, productResponse } from '../../services/catalogue/product-response.ts';
import { publishProductEvent } from '../../services/events/publish-event.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

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
