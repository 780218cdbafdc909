import * as z from 'zod';
import { operation } from '../../../pipeline/operation.ts';
import { BillingInListJson } from '../../../schemas/billing/document/document-json.ts';
import { insideToJson } from '../../../schemas/billing/document/document-to-json.ts';
import { BillingRowJson, rowToJson } from '../../../schemas/billing/document/list-row.ts';
import { pageSchema } from '../../../schemas/lists/page.ts';
import { listedAs } from '../../../schemas/tool-definition.ts';
import { documentPage, parametersOfList, readsList } from '../../../services/billing/lists/list-page.ts';
import { billingsQuery } from '../../../services/billing/lists/list-query.ts';

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
