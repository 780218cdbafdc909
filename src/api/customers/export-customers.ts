import * as z from 'zod';
import { customersAfter } from '../../db/customers/customer-batch.ts';
import { operation } from '../../pipeline/operation.ts';
import { yesOrNo } from '../../schemas/lists/list-query.ts';
import { customerColumns } from '../../services/customers/customer-columns.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../services/import-export/export-page.ts';

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
