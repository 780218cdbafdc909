import * as z from 'zod';
import { purchaseSums, purchasesAfter } from '../../db/books/purchases.ts';
import { purchaseTotals, purchaseTotalsBy } from '../../domain/books/purchase-totals.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { PurchasesTotalsJson, purchaseTotalsToJson } from '../../schemas/books/purchase.ts';
import { purchasePlace, purchasePlaceOf } from '../../schemas/books/purchase-place.ts';
import { periodOfBook } from '../../schemas/books/receipts-book.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { purchaseColumns } from '../../services/books/purchase-columns.ts';
import { REGISTER_BATCH, registerAsked, registerPdf, registerWorkbook } from '../../services/books/purchase-files.ts';
import { csvPart, exportedPart, exportNoted, exportQuery } from '../../services/import-export/export-page.ts';
import { WORKBOOK_TYPE } from '../../services/import-export/workbook.ts';

const about = {
  chapter: 'Books',
  scope: 'billing:read',
  path: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

export const sumPurchases = operation({
  ...about,
  name: 'get-purchases-totals',
  summary: 'Totals of the register of purchases of a period: by month, quarter and year, by nature, cash apart.',
  routes: ['GET /v2/books/purchases/totals'],
  query: z.object(periodOfBook),
  output: PurchasesTotalsJson,
  refusals: ['period_inverted'],
  async run(context, asked) {
    const opened = await registerAsked(context, asked);
    if ('refused' in opened) return opened;
    const { from, to } = opened.span;
    const sums = await purchaseSums(context.tx, opened.span);
    const by = (period: 'month' | 'quarter' | 'year') =>
      purchaseTotalsBy(sums, period).map((each) => ({ from: each.from, ...purchaseTotalsToJson(each.totals) }));
    const total = purchaseTotalsToJson(purchaseTotals(sums));
    return { body: { from, to, months: by('month'), quarters: by('quarter'), years: by('year'), total } };
  },
});

export const exportPurchasesRegister = operation({
  ...about,
  name: 'export-purchases-register',
  summary: 'Exports the register of purchases of a period as a CSV file.',
  routes: ['GET /v2/books/purchases/export'],
  query: z.object({
    ...periodOfBook,
    format: exportQuery.shape.format,
    after: cursor(purchasePlace)
      .optional()
      .meta({
        description: 'Where to continue: only the lines after it.',
        example: writeCursor({ on: '2026-03-30', n: 12 }),
      }),
  }),
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: ['period_inverted'],
  securityNote: () => exportNoted('export-purchases-register'),
  async run(context, { format, after, ...asked }) {
    const opened = await registerAsked(context, asked);
    if ('refused' in opened) return opened;
    const { from, to } = opened.span;
    const lines = await purchasesAfter(context.tx, opened.span, { place: after, limit: REGISTER_BATCH });
    const last = lines.length === REGISTER_BATCH ? lines.at(-1) : undefined;
    return csvPart(lines, {
      ...{ columns: purchaseColumns, fileName: `registre-des-achats-${from}-${to}.csv` },
      ...{ format, isFirst: !after, next: last && writeCursor(purchasePlaceOf(last)) },
    });
  },
});

export const downloadPurchasesRegister = operation({
  ...about,
  name: 'download-purchases-register',
  summary: 'Downloads the register of purchases of a period as a workbook (XLSX) or as PDF, in French.',
  description:
    'Both are generated each time and not stored. The PDF has the headings of the law, page numbers, the SIRET, the lines, and the totals by month and quarter.',
  routes: ['GET /v2/books/purchases/download'],
  query: z.object({ ...periodOfBook, format: worded(['pdf', 'xlsx']).default('pdf') }),
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/pdf', WORKBOOK_TYPE],
  limiter: 'exports',
  refusals: ['period_inverted', 'purchases_register_too_long'],
  securityNote: () => exportNoted('download-purchases-register'),
  async run(context, { format, ...asked }) {
    const opened = await registerAsked(context, asked);
    if ('refused' in opened) return opened;
    if (format === 'xlsx') {
      const file = await registerWorkbook(context, opened);
      return 'refused' in file ? file : { body: file };
    }
    const make = await registerPdf(context, opened);
    if ('refused' in make) return make;
    return { aside: make, after: async (_, file: Awaited<ReturnType<typeof make>>) => ({ body: file }) };
  },
});
