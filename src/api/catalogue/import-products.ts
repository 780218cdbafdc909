import * as z from 'zod';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { productImporter } from '../../services/catalogue/product-importer.ts';
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
