import * as z from 'zod';
import { yesOrNo } from '../../contract/listing.ts';
import { customerColumns } from '../../deeds/customers/customer-columns.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../deeds/spreadsheets/export-page.ts';
import { operation } from '../../road/operation.ts';
import { customersAfter } from '../../store/customers/customer-batch.ts';

export const exportCustomers = operation({
  name: 'export-customers',
  summary: 'Export contacts and organizations as a CSV file.',
  description:
    'The file can be changed in a spreadsheet and imported again. It holds the live customers, or with a test key the test ones. What a spreadsheet would take for a formula begins with an apostrophe.',
  chapter: 'Customers',
  routes: ['GET /v2/customers/export'],
  scope: 'customers:read',
  path: z.object({}),
  query: exportQuery.extend({ archived: yesOrNo.default(false).meta({ description: 'Archived ones as well.' }) }),
  body: z.object({}),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  lane: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-customers'),

  async run({ tx }, asked) {
    const { after, archived } = asked;
    const found = await customersAfter(tx, { after, archived, limit: EXPORT_PAGE_ROWS });
    const shown = found.map((each) => ({ id: each.customer.id, ...each }));
    return exportPage(shown, asked, { columns: customerColumns, fileName: 'clients.csv' });
  },
});
