import * as z from 'zod';
import { productsAfter } from '../../db/catalogue/product-batch.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { productToJson } from '../../schemas/catalogue/product.ts';
import { productColumns } from '../../services/catalogue/product-columns.ts';
import { productImporter } from '../../services/catalogue/product-importer.ts';
import { stepOfAccount } from '../../services/catalogue/product-response.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../services/import-export/export-page.ts';
import {
  type ImportGiven,
  importFile,
  importRefusals,
  ROWS_PER_REQUEST_MAX,
} from '../../services/import-export/import-file.ts';
import { ImportReportJson, importForm } from '../../services/import-export/import-form.ts';

/** The import of a product file, with its size limit. */
export const productImport = (options: ImportGiven): Operation =>
  operation({
    name: 'import-products',
    summary: 'Import products from a CSV file, all of them or none.',
    description: `At most ${ROWS_PER_REQUEST_MAX} rows. A row with the id of a product updates that product; any other row creates a product and needs designation, type, unit and VAT. Headers are French, English or the API names, in any order; prices are in the account currency. Accepted encodings: UTF-8, UTF-16 and Windows-1252.`,
    chapter: 'Catalogue',
    routes: ['POST /v2/catalog/import'],
    scope: 'catalog:write',
    path: z.object({}),
    query: z.object({}),
    body: importForm,
    success: 200,
    output: ImportReportJson,
    takes: 'csv',
    limiter: 'imports',
    refusals: importRefusals,
    example: {
      content: 'Désignation;Type;Unité;Prix unitaire;TVA\nDéveloppement web;Prestation;jour;450,00;20 %\n',
      dryRun: true,
    },
    run: async (context, query) => importFile(context, query, options, productImporter),
  });

export const importProducts = productImport({ rowsMax: ROWS_PER_REQUEST_MAX });

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
