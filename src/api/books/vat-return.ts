import * as z from 'zod';
import { owesVatForSuppliers } from '../../db/books/purchases.ts';
import { insertVatCredit } from '../../db/books/vat-credits.ts';
import { declaresVat, vatPeriodsUntil } from '../../domain/books/vat-return/vat-periods.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  statementsToJson,
  VatCreditJson,
  VatPeriodsJson,
  VatPiecesJson,
  VatReturnJson,
  vatCreditForm,
  vatCursor,
  vatLineName,
  vatLineToJson,
  vatPeriodDay,
  vatPeriodToJson,
  vatPieceToJson,
} from '../../schemas/books/vat-return.ts';
import { vatReturnAnswer } from '../../schemas/books/vat-return-tool.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { amountsIn, rowsOfPiece, vatColumns } from '../../services/books/vat-columns.ts';
import { linesOfAsked, vatFileName, vatPdf, vatWorkbook } from '../../services/books/vat-files.ts';
import { beginOfVat, openVat, type PlacedPiece, type VatPlace, vatBatch } from '../../services/books/vat-pieces.ts';
import { emptyReturn, unionServicesAside, vatAsked, vatReturn } from '../../services/books/vat-return.ts';
import { csvPart, exportedPart, exportNoted, exportQuery } from '../../services/import-export/export-page.ts';
import { WORKBOOK_TYPE } from '../../services/import-export/workbook.ts';

const about = {
  chapter: 'Books',
  scope: 'billing:read',
  path: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

/** Periods offered: two years of months. */
const PERIODS_MAX = 24;

export const listVatPeriods = operation({
  ...about,
  name: 'list-vat-periods',
  summary: 'The periods of VAT by the regime of the company: form, days, and until when to declare.',
  description:
    'Months or quarters under the normal regime, civil years under the simplified one until the end of 2026, then quarters (loi 2025-127, art. 38).',
  routes: ['GET /v2/books/vat/periods'],
  query: z.object({}),
  output: VatPeriodsJson,
  refusals: [],
  async run(context) {
    const { settings, today } = await vatAsked(context, undefined);
    const periods = vatPeriodsUntil(today, settings, PERIODS_MAX).map((period) => vatPeriodToJson(period, today));
    const [oldest, newest] = [periods.at(-1)?.from ?? today, periods[0]?.to ?? today];
    const declares = declaresVat(settings) || (await owesVatForSuppliers(context.tx, { from: oldest, to: newest }));
    return { body: { declares, periods } };
  },
});

export const getVatReturn = operation({
  ...about,
  name: 'get-vat-return',
  summary: 'The VAT return of a period: the lines of the form with what to write, and what is to be paid.',
  description:
    'The lines of the form 3310-CA3, or 3517-S for a year, from documents, receipts and purchases; each has a list (list-vat-return-pieces). Nothing is sent to the tax office. Under the franchise only VAT owed for suppliers is declared, for the periods that have some, and services for businesses of the Union are stated to customs. Not computed: margin schemes, imports, instalments, deduction coefficients.',
  routes: ['GET /v2/books/vat'],
  query: z.object({ on: vatPeriodDay }),
  output: VatReturnJson,
  limiter: 'exports',
  refusals: ['vat_return_too_long'],
  tool: {
    name: 'get-vat-return',
    description: 'The VAT return of a period: the lines of the form in euros, what is to be paid and until when.',
    ...vatReturnAnswer,
  },
  async run(context, { on }) {
    const asked = await vatAsked(context, on);
    const { today, period, declares } = asked;
    const read = declares ? await vatReturn(context.tx, asked) : emptyReturn(asked);
    if (isRefusal(read)) return read;
    const { sheet, sums, creditBefore } = read;
    const aside = await unionServicesAside(context.tx, asked);
    if (isRefusal(aside)) return aside;
    const { isStated, ...credit } = creditBefore;
    return {
      body: {
        ...vatPeriodToJson(period, today),
        ...{ declares, source: sheet.source, dueEuros: sheet.due, creditEuros: sheet.credit },
        lines: declares ? sheet.lines.map(vatLineToJson) : [],
        creditBefore: { ...credit, stated: isStated },
        ...{ leftOut: sums.left, withoutRate: sums.withoutRate },
        withoutLine: sheet.withoutLine.map(({ box, base, tax }) => ({ what: box, net: base, tax })),
        unionServices: statementsToJson([...sums.statements('services'), ...aside]),
        unionGoods: statementsToJson(sums.statements('goods')),
      },
    };
  },
});

export const listVatReturnPieces = operation({
  ...about,
  name: 'list-vat-return-pieces',
  summary: 'Lists what makes a line of the VAT return: documents, then receipts, then purchases.',
  description: 'The sums of the list are the exact amounts of the line.',
  routes: ['GET /v2/books/vat/pieces'],
  query: z.object({ on: vatPeriodDay, line: vatLineName, limit: listing.limit, cursor: vatCursor }),
  output: VatPiecesJson,
  limiter: 'exports',
  refusals: [],
  async run(context, { on, line: name, limit, cursor }) {
    const asked = await vatAsked(context, on);
    const line = linesOfAsked(asked).find((each) => each.name === name);
    if (!line || !asked.declares) return { body: { docs: [] } };
    const source = await openVat(context.tx, asked.settings, asked.period);
    const found: { piece: PlacedPiece; amounts: { base: number; tax: number } }[] = [];
    for (let place: VatPlace | undefined = cursor ?? beginOfVat(source); place && found.length <= limit; ) {
      const batch = await vatBatch(context.tx, source, place);
      for (const piece of batch.pieces) {
        const amounts = amountsIn(line, piece);
        if (amounts) found.push({ piece, amounts });
      }
      place = batch.next;
    }
    const docs = found.slice(0, limit);
    const last = docs.at(-1);
    return {
      body: {
        docs: docs.map(({ piece, amounts }) => vatPieceToJson(piece, amounts)),
        ...(last && found.length > limit && { nextCursor: writeCursor(last.piece.place) }),
      },
    };
  },
});

export const exportVatReturn = operation({
  ...about,
  name: 'export-vat-return',
  summary: 'Exports what makes the VAT return of a period as a CSV file, with the line of each amount.',
  routes: ['GET /v2/books/vat/export'],
  query: z.object({ on: vatPeriodDay, format: exportQuery.shape.format, after: vatCursor }),
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-vat-return'),
  async run(context, { on, format, after }) {
    const asked = await vatAsked(context, on);
    const source = await openVat(context.tx, asked.settings, asked.period);
    const { pieces, next } = await vatBatch(context.tx, source, after ?? beginOfVat(source));
    const lines = asked.declares ? linesOfAsked(asked) : [];
    return csvPart(
      pieces.flatMap((piece) => rowsOfPiece(lines, piece)),
      {
        ...{ columns: vatColumns, fileName: vatFileName(asked, 'csv') },
        ...{ format, isFirst: !after, next: next && writeCursor(next) },
      },
    );
  },
});

export const downloadVatReturn = operation({
  ...about,
  name: 'download-vat-return',
  summary: 'Downloads the VAT return of a period as PDF, or what makes it as a workbook (XLSX), in French.',
  description: 'Both are generated each time and not stored.',
  routes: ['GET /v2/books/vat/download'],
  query: z.object({ on: vatPeriodDay, format: worded(['pdf', 'xlsx']).default('pdf') }),
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/pdf', WORKBOOK_TYPE],
  limiter: 'exports',
  refusals: ['vat_not_declared', 'vat_return_too_long'],
  securityNote: () => exportNoted('download-vat-return'),
  async run(context, { on, format }) {
    const asked = await vatAsked(context, on);
    if (!asked.declares) return { refused: 'vat_not_declared' };
    if (format === 'xlsx') {
      const file = await vatWorkbook(context, asked);
      return isRefusal(file) ? file : { body: file };
    }
    const make = await vatPdf(context, asked);
    if (isRefusal(make)) return make;
    return { aside: make, after: async (_, file: Awaited<ReturnType<typeof make>>) => ({ body: file }) };
  },
});

export const stateVatCredit = operation({
  ...about,
  name: 'state-vat-credit',
  summary: 'States the VAT credit that the return of a period carries over from the return before.',
  description:
    'Without a statement the credit is computed from the year before. A later statement for the same period takes the place of an earlier one.',
  routes: ['POST /v2/books/vat/credits'],
  scope: 'billing:write',
  query: z.object({}),
  body: vatCreditForm,
  success: 201,
  output: VatCreditJson,
  refusals: ['vat_not_declared'],
  example: { on: '2026-01-01', euros: 340 },
  async run(context, { on, euros }) {
    const { settings, period } = await vatAsked(context, on);
    if (!declaresVat(settings)) return { refused: 'vat_not_declared' };
    const { from } = period;
    insertVatCredit(context.tx, { id: context.newId(), from, euros, now: context.now });
    return { body: { from, euros } };
  },
});
