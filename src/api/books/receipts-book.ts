import * as z from 'zod';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  periodOfBook,
  ReceiptLineJson,
  ReceiptsBookTotalsJson,
  receiptLineToJson,
  receiptTotalsToJson,
} from '../../schemas/books/receipts-book.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { bookAsked, bookPdf, bookSums, bookWorkbook } from '../../services/books/book-files.ts';
import {
  BOOK_BATCH,
  type BookCursor,
  beginOfBook,
  lengthOf,
  linesAfter,
  type NumberedLine,
} from '../../services/books/read-receipts.ts';
import { receiptColumns } from '../../services/books/receipt-columns.ts';
import { csvPart, exportedPart, exportNoted, exportQuery } from '../../services/import-export/export-page.ts';
import { WORKBOOK_TYPE } from '../../services/import-export/workbook.ts';

/** Characters of the id of a line: a UUID and a suffix. */
const ID_MAX = 60;
const LINES_MAX = 100_000_000;
const place = z.object({
  on: z.iso.date().refine((said) => !said.startsWith('0000')),
  at: z.int().min(-1).max(Number.MAX_SAFE_INTEGER),
  id: z
    .string()
    .max(ID_MAX)
    .regex(/^[0-9a-f-]*$/),
  n: z.int().min(0).max(LINES_MAX),
});

const cursorOf = ({ place: { on, at, id }, n }: NumberedLine): string =>
  writeCursor({ on, at, id, n } satisfies BookCursor);

const about = {
  chapter: 'Books',
  scope: 'billing:read',
  path: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

export const listReceiptsBook = operation({
  ...about,
  name: 'list-receipts-book',
  summary: 'Lists the receipts book of a period (livre des recettes), in the order of receipt.',
  description:
    'Every micro-entrepreneur must keep it (CGI art. 50-0, 5 and 102 ter, 4). A line is a payment, a reversed payment, a refund, an overpayment or what became of it, or takings without invoices. Amounts are in euros at the rate of each document. The numbers of a year may change as long as receipts are entered for earlier days.',
  routes: ['GET /v2/books/receipts'],
  query: z.object({ ...periodOfBook, limit: listing.limit, cursor: cursor(place).optional() }),
  output: pageSchema(ReceiptLineJson),
  refusals: ['period_inverted'],
  async run(context, { limit, cursor: after, ...asked }) {
    const opened = await bookAsked(context, asked);
    if ('refused' in opened) return opened;
    const { book } = opened;
    const { tx, test } = context;
    const [total, begin] = await Promise.all([lengthOf(tx, book), after ?? beginOfBook(tx, book)]);
    const lines = await linesAfter(tx, book, begin, limit + 1);
    const shown = lines.slice(0, limit);
    const last = shown.at(-1);
    return {
      body: pageJson({
        ...{ docs: shown.map((line) => receiptLineToJson(line, test)), total, limit, page: undefined },
        nextCursor: last && lines.length > limit ? cursorOf(last) : undefined,
      }),
    };
  },
});

export const sumReceiptsBook = operation({
  ...about,
  name: 'get-receipts-book-totals',
  summary: 'Totals of the receipts book of a period: by month, quarter and year, by nature, cash apart.',
  routes: ['GET /v2/books/receipts/totals'],
  query: z.object(periodOfBook),
  output: ReceiptsBookTotalsJson,
  limiter: 'exports',
  refusals: ['period_inverted', 'receipts_book_too_long'],
  tool: { name: 'get-receipts-totals', ...answeredAs('totals', ReceiptsBookTotalsJson) },
  async run(context, asked) {
    const opened = await bookAsked(context, asked);
    if ('refused' in opened) return opened;
    const sums = await bookSums(context, opened.book);
    if ('refused' in sums) return sums;
    const by = (period: 'month' | 'quarter' | 'year') =>
      sums.by(period).map(({ from, totals }) => ({ from, ...receiptTotalsToJson(totals) }));
    const { from, to } = opened;
    const total = receiptTotalsToJson(sums.all());
    return { body: { from, to, months: by('month'), quarters: by('quarter'), years: by('year'), total } };
  },
});

export const exportReceiptsBook = operation({
  ...about,
  name: 'export-receipts-book',
  summary: 'Exports the receipts book of a period as a CSV file.',
  routes: ['GET /v2/books/receipts/export'],
  query: z.object({
    ...periodOfBook,
    format: exportQuery.shape.format,
    after: cursor(place)
      .optional()
      .meta({
        description: 'Where to continue: only the lines after it.',
        example: writeCursor({
          on: '2026-03-30',
          at: 1_774_861_200,
          id: '01890a60-2b7d-7f95-8e13-6c5d4e3f2a1b',
          n: 12,
        }),
      }),
  }),
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: ['period_inverted'],
  securityNote: () => exportNoted('export-receipts-book'),
  async run(context, { format, after, ...asked }) {
    const opened = await bookAsked(context, asked);
    if ('refused' in opened) return opened;
    const { tx } = context;
    const { book, from, to } = opened;
    const lines = await linesAfter(tx, book, after ?? (await beginOfBook(tx, book)), BOOK_BATCH);
    const last = lines.length === BOOK_BATCH ? lines.at(-1) : undefined;
    return csvPart(lines, {
      ...{ columns: receiptColumns, fileName: `livre-des-recettes-${from}-${to}.csv` },
      ...{ format, isFirst: !after, next: last && cursorOf(last) },
    });
  },
});

export const downloadReceiptsBook = operation({
  ...about,
  name: 'download-receipts-book',
  summary: 'Downloads the receipts book of a period as a workbook (XLSX) or as PDF, in French.',
  description:
    'Both are generated each time and not stored. The PDF has the headings of the law, page numbers, the SIRET, the lines, and the totals by month and quarter.',
  routes: ['GET /v2/books/receipts/download'],
  query: z.object({ ...periodOfBook, format: worded(['pdf', 'xlsx']).default('pdf') }),
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/pdf', WORKBOOK_TYPE],
  limiter: 'exports',
  refusals: ['period_inverted', 'receipts_book_too_long'],
  securityNote: () => exportNoted('download-receipts-book'),
  async run(context, { format, ...asked }) {
    const opened = await bookAsked(context, asked);
    if ('refused' in opened) return opened;
    if (format === 'xlsx') {
      const file = await bookWorkbook(context, opened);
      return 'refused' in file ? file : { body: file };
    }
    const make = await bookPdf(context, opened);
    if ('refused' in make) return make;
    return { aside: make, after: async (_, file: Awaited<ReturnType<typeof make>>) => ({ body: file }) };
  },
});
