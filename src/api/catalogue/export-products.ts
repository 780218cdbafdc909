import * as z from 'zod';
import { productsAfter } from '../../db/catalogue/product-batch.ts';
import { operation } from '../../pipeline/operation.ts';
import { productToJson } from '../../schemas/catalogue/product.ts';
import { productColumns } from '../../services/catalogue/product-columns.ts';
import { stepOfAccount } from '../../services/catalogue/product-response.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../services/import-export/export-page.ts';

export const exportProducts = operation({
  name: 'export-products',
  summary: 'Export the catalogue as a CSV file.',
  description:
    'You can edit the file in a spreadsheet and import it again. Prices are in the account currency, not in cents. Cells that a spreadsheet would read as a formula start with an apostrophe.',
  chapter: 'Catalogue',
  routes: ['GET /v2/catalog/export'],
  scope: 'catalog:read',
  path: z.object({}),
  query: exportQuery,
  body: z.object({}),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-products'),

  async run(context, query) {
    const [products, step] = await Promise.all([
      productsAfter(context.tx, query.after, EXPORT_PAGE_ROWS),
      stepOfAccount(context),
    ]);
    const shown = products.map((product) => productToJson(product, step));
    return exportPage(shown, query, { columns: productColumns, fileName: 'produits.csv' });
  },
});
