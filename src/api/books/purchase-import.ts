import * as z from 'zod';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { noSums, purchaseImporter } from '../../services/books/purchase-importer.ts';
import {
  type ImportGiven,
  importFile,
  importRefusals,
  ROWS_PER_REQUEST_MAX,
} from '../../services/import-export/import-file.ts';
import { PurchaseImportReportJson, purchaseImportForm } from '../../services/import-export/import-form.ts';

/** The import of a file of purchases, with its size limit. */
export const purchaseImport = (options: ImportGiven): Operation =>
  operation({
    name: 'import-purchases',
    summary: 'Imports purchases from a CSV file or an Excel workbook, all of them or none.',
    description: `At most ${ROWS_PER_REQUEST_MAX} rows; each needs a day of payment, a supplier and an amount in euros. Headers are French, English or the API names, in any order: those of export-purchases-register are all known. A row that the register already has (same day, supplier, amount and reference) is left out, unless \`importKnown\`. A row paid in a closed period is booked on the first open day, and reported. Counter-entries and replacements name their line by its id in the file. Receipts are not part of a file.`,
    chapter: 'Books',
    routes: ['POST /v2/books/purchases/import'],
    scope: 'billing:write',
    path: z.object({}),
    query: z.object({}),
    body: purchaseImportForm,
    success: 200,
    output: PurchaseImportReportJson,
    takes: 'csv',
    limiter: 'imports',
    refusals: importRefusals,
    example: {
      content:
        'Date de paiement;Fournisseur;Nature;Montant TTC;dont TVA déductible;Mode de règlement;Pièce\n01/03/2026;Papeterie du Port;Fournitures;49,90;8,32;carte bancaire;TK-4411\n',
      dryRun: true,
    },
    async run(context, { importKnown, ...asked }) {
      const sums = noSums();
      const importer = purchaseImporter(sums, { importKnown });
      const { aside, after } = importFile(context, { ...asked, updateExisting: false }, options, importer);
      return {
        aside,
        after: async (again, file) => {
          const imported = await after(again, file);
          return 'body' in imported ? { body: { ...imported.body, ...sums } } : imported;
        },
      };
    },
  });

export const importPurchases = purchaseImport({ rowsMax: ROWS_PER_REQUEST_MAX });
