import * as z from 'zod';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { customerImporter } from '../../services/customers/customer-importer.ts';
import {
  type ImportGiven,
  importFile,
  importRefusals,
  ROWS_PER_REQUEST_MAX,
} from '../../services/import-export/import-file.ts';
import { ImportReportJson, importForm } from '../../services/import-export/import-form.ts';

/** The import of a customer file, with its size limit. */
export const customerImport = (options: ImportGiven): Operation =>
  operation({
    name: 'import-customers',
    summary: 'Import contacts and organizations from a CSV file, all of them or none.',
    description: `At most ${ROWS_PER_REQUEST_MAX} rows. A row with the id of a customer updates that customer; any other row creates one: a contact if it names a person, otherwise an organization. A contact names its organization by id, or by its exact name in the file or the account. Headers are French, English or the API names, in any order. Accepted encodings: UTF-8, UTF-16 and Windows-1252.`,
    chapter: 'Customers',
    routes: ['POST /v2/customers/import'],
    scope: 'customers:write',
    path: z.object({}),
    query: z.object({}),
    body: importForm,
    success: 200,
    output: ImportReportJson,
    takes: 'csv',
    limiter: 'imports',
    refusals: importRefusals,
    example: {
      content: 'Prénom;Nom;Organisation;E-mail\nAnna;Roux;;anna.roux@example.com\n',
      dryRun: true,
    },
    run: async (context, query) => importFile(context, query, options, customerImporter),
  });

export const importCustomers = customerImport({ rowsMax: ROWS_PER_REQUEST_MAX });
