import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { documentsAfter } from '../../../db/billing/document-export.ts';
import { type DocumentSum, documentSums, partsOfDocuments } from '../../../db/billing/document-sums.ts';
import { isCreditKind } from '../../../domain/billing/document/kind.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingInListJson } from '../../../schemas/billing/document/document-json.ts';
import {
  BillingRowJson,
  BillingTotalsJson,
  bookedIn,
  bookedInAccount,
  rowToJson,
} from '../../../schemas/billing/document/document-list.ts';
import { insideToJson } from '../../../schemas/billing/document/document-to-json.ts';
import type { CurrencyCodeJson } from '../../../schemas/fields/enumerations.ts';
import { yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pageSchema } from '../../../schemas/lists/page.ts';
import { listedAs } from '../../../schemas/tool-definition.ts';
import { documentColumns } from '../../../services/billing/lists/export-columns.ts';
import { documentPage, parametersOfList, readsList } from '../../../services/billing/lists/list-page.ts';
import { billingsQuery, filterFrom, narrowedBy } from '../../../services/billing/lists/list-query.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../../services/import-export/export-page.ts';

export const listBillings = operation({
  name: 'get-billings',
  summary: 'Lists billing documents, newest first: whole documents without the documents related to them.',
  chapter: 'Documents',
  routes: ['GET /v2/billings'],
  scope: 'billing:read',
  path: z.object({}),
  query: billingsQuery,
  body: z.object({}),
  success: 200,
  output: pageSchema(BillingInListJson),
  refusals: ['page_too_large'],
  tool: {
    name: 'get-billings',
    description:
      'Lists estimates, purchase orders, invoices, advances and credit notes (assets), newest first; amounts are cents. Related documents are left out: get-billing-by-id returns them.',
    parameters: parametersOfList,
    narrowedBy: { customerId: 'customer' },
    reads: readsList,
    ...listedAs('billings', BillingInListJson),
  },

  run: (context, input) => documentPage(context, input, (seen) => insideToJson(seen, context)),
});

/** The list as rows with the columns a list shows; a whole document is thirty times as long. */
export const listBillingRows = operation({
  name: 'get-billing-rows',
  summary: 'Lists billing documents as rows: customer, amounts, dates and current status.',
  description: 'Accepts the filters, orders and cursors of `GET /v2/billings` and returns the columns of a list.',
  chapter: 'Documents',
  routes: ['GET /v2/billings/rows'],
  scope: 'billing:read',
  path: z.object({}),
  query: billingsQuery,
  body: z.object({}),
  success: 200,
  output: pageSchema(BillingRowJson),
  refusals: ['page_too_large'],

  run: (context, input) => documentPage(context, input, rowToJson),
});

export const sumBillings = operation({
  name: 'get-billings-totals',
  summary: 'Totals of a list of billing documents: count, and amounts per currency.',
  description:
    'Accepts the filters of the list. Amounts of different currencies are never added up. `booked=true` adds the turnover, which is slower: ask for it only when you show it.',
  chapter: 'Documents',
  routes: ['GET /v2/billings/totals'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...narrowedBy,
    booked: yesOrNo.optional().meta({ description: 'Also returns turnover, VAT due and refunds.' }),
  }),
  body: z.object({}),
  success: 200,
  output: BillingTotalsJson,
  refusals: [],

  async run({ tx, now }, input) {
    const { settings } = await settingsOf(tx);
    const filter = filterFrom(input, { test: tx.test, now, zone: settings.zone });
    const [sums, parts] = await Promise.all([
      documentSums(tx, filter),
      input.booked ? partsOfDocuments(tx, filter, settings.zone) : undefined,
    ]);
    const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
    return {
      body: {
        totalDocs: sums.reduce((all, { count }) => all + count, 0),
        currencies: [...byCurrency]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([currency, same]) => ({
            ...totalsOf(currency, same),
            ...(parts && bookedOf(parts, currency)),
          })),
        ...(parts && { booked: { currency: settings.currency, ...bookedOfAll(parts) } }),
      },
    };
  },
});

function totalsOf(currency: string, sums: readonly DocumentSum[]) {
  const signed = (member: 'net' | 'vat' | 'total') =>
    sums.reduce((all, sum) => all + (isCreditKind(sum.kind) ? -sum[member] : sum[member]), 0);
  const plain = (member: 'count' | 'toPay' | 'toBill' | 'toRefund') => sums.reduce((all, sum) => all + sum[member], 0);
  return {
    currency: currency as z.infer<typeof CurrencyCodeJson>,
    count: plain('count'),
    withoutTax: signed('net'),
    vatAmount: signed('vat'),
    withTax: signed('total'),
    remainingToPay: plain('toPay'),
    remainingToBill: plain('toBill'),
    remainingToRefund: plain('toRefund'),
  };
}

function bookedOf({ invoiced, refunded }: Awaited<ReturnType<typeof partsOfDocuments>>, currency: string) {
  const back = bookedIn(refunded, currency);
  return { ...bookedIn(invoiced, currency), refunded: back.turnover, vatRefunded: back.vatDue };
}

function bookedOfAll({ invoiced, refunded }: Awaited<ReturnType<typeof partsOfDocuments>>) {
  const back = bookedInAccount(refunded);
  return { ...bookedInAccount(invoiced), refunded: back.turnover, vatRefunded: back.vatDue };
}

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
