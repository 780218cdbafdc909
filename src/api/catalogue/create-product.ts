import * as z from 'zod';
import { insertProduct } from '../../db/catalogue/products.ts';
import { productFrom, productRefusals } from '../../domain/catalogue/product.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { ProductForm, ProductJson, productFromForm, productParameters } from '../../schemas/catalogue/product.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { productExample } from '../../services/catalogue/product-example.ts';
import { currencyOfAccount, productResponse } from '../../services/catalogue/product-response.ts';
import { publishProductEvent } from '../../services/events/publish-event.ts';

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
  tool: { name: 'create-product', parameters: productParameters, ...answeredAs('product', ProductJson) },

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
