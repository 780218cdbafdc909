import * as z from 'zod';
import { customersAfter } from '../../db/customers/customer-batch.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { yesOrNo } from '../../schemas/lists/list-query.ts';
import { customerColumns } from '../../services/customers/customer-columns.ts';
import { customerImporter } from '../../services/customers/customer-importer.ts';
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

export const exportCustomers = operation({
  name: 'export-customers',
  summary: 'Export contacts and organizations as a CSV file.',
  description:
    'You can edit the file in a spreadsheet and import it again. It contains the live customers, or the test ones with a test key. Cells that a spreadsheet would read as a formula start with an apostrophe.',
  chapter: 'Customers',
  routes: ['GET /v2/customers/export'],
  scope: 'customers:read',
  path: z.object({}),
  query: exportQuery.extend({
    archived: yesOrNo.default(false).meta({ description: 'Also export archived customers.' }),
  }),
  body: z.object({}),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-customers'),

  async run({ tx }, query) {
    const { after, archived } = query;
    const found = await customersAfter(tx, { after, archived, limit: EXPORT_PAGE_ROWS });
    const shown = found.map((each) => ({ id: each.customer.id, ...each }));
    return exportPage(shown, query, { columns: customerColumns, fileName: 'clients.csv' });
  },
});
