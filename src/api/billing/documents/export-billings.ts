import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { documentsAfter } from '../../../db/billing/document-export.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { documentColumns } from '../../../services/billing/lists/export-columns.ts';
import { filterFrom, narrowedBy } from '../../../services/billing/lists/list-query.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../../services/import-export/export-page.ts';

export const exportBillings = operation({
  name: 'export-billings',
  summary: 'Export a list of documents as a CSV file, in order of creation.',
  description:
    'Accepts the filters of the list. Amounts are in the currency of each document, not in cents. Credit notes are negative. A final invoice counts without its deducted advances, which have their own column. Cells that a spreadsheet would read as a formula start with an apostrophe.',
  chapter: 'Documents',
  routes: ['GET /v2/billings/export'],
  scope: 'billing:read',
  path: z.object({}),
  query: exportQuery.extend(narrowedBy),
  body: z.object({}),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-billings'),

  async run({ tx, now }, query) {
    const { zone } = (await settingsOf(tx)).settings;
    const filter = filterFrom(query, { test: tx.test, now, zone });
    const from = { after: query.after, limit: EXPORT_PAGE_ROWS, day: civilDayOf(now, zone) };
    const found = await documentsAfter(tx, filter, from);
    return exportPage(found, query, { columns: documentColumns, fileName: 'documents.csv' });
  },
});
