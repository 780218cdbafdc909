import * as z from 'zod';
import { AdvanceJson, AssetJson, BillingJson, EstimateJson, InvoiceJson } from '../../contract/billing.ts';
import { idOr } from '../../contract/id.ts';
import type { BillingDocument } from '../../domain/document/document.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { type Context, operation } from '../operation.ts';
import { billingTool } from './billing-tool.ts';
import { seeFamily, type Wanted, wanted } from './see-family.ts';
import { showFamily } from './show-family.ts';

const asked = {
  scope: 'billing:read',
  query: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

export const getBilling = operation({
  name: 'get-billing-by-id',
  summary: 'Reads a billing document of any kind.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/{billingId}'],
  ...asked,
  path: z.object({ id: idOr('document_not_found') }),
  output: BillingJson,
  refusals: ['document_not_found'],
  tool: {
    name: 'get-billing-by-id',
    ...billingTool({ parameter: 'billingId', whose: 'an estimate, invoice, advance or credit note' }, BillingJson),
  },
  run: (context, input) => show(context, input.id, wanted.any),
});

export const getEstimate = operation({
  name: 'get-estimate',
  summary: 'Reads an estimate or a purchase order, with its advances.',
  chapter: 'Estimates',
  routes: ['GET /v2/billing/estimate/{estimateId}'],
  ...asked,
  path: z.object({ id: idOr('estimate_not_found') }),
  output: EstimateJson,
  refusals: ['estimate_not_found'],
  run: (context, input) => show(context, input.id, wanted.estimate),
});

export const getInvoice = operation({
  name: 'get-invoice',
  summary: 'Reads an invoice.',
  chapter: 'Invoices',
  routes: ['GET /v2/billing/invoice/{invoiceId}'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  output: InvoiceJson,
  refusals: ['invoice_not_found'],
  run: (context, input) => show(context, input.id, wanted.invoice),
});

export const getAdvance = operation({
  name: 'get-advance',
  summary: 'Reads an advance (down-payment invoice).',
  chapter: 'Advances',
  routes: ['GET /v2/billing/advance/{advanceId}'],
  ...asked,
  path: z.object({ id: idOr('advance_not_found') }),
  output: AdvanceJson,
  refusals: ['advance_not_found'],
  run: (context, input) => show(context, input.id, wanted.advance),
});

export const getCreditNote = operation({
  name: 'get-asset',
  summary: 'Reads an asset (credit note).',
  chapter: 'Credit notes',
  routes: ['GET /v2/billing/asset/{assetId}'],
  ...asked,
  path: z.object({ id: idOr('credit_note_not_found') }),
  output: AssetJson,
  refusals: ['credit_note_not_found'],
  run: (context, input) => show(context, input.id, wanted.creditNote),
});

async function show<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
) {
  const found = await seeFamily(context, id, what);
  return 'refused' in found ? found : showFamily(context, found);
}
