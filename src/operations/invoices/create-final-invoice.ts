import * as z from 'zod';
import { InvoiceJson } from '../../contract/billing.ts';
import { idOr } from '../../contract/id.ts';
import { draftFinalInvoice } from '../../domain/invoice/draft-final-invoice.ts';
import { addToFamily } from '../documents/add-to-family.ts';
import { billingTool } from '../documents/billing-tool.ts';
import { wanted } from '../documents/see-family.ts';
import { operation } from '../operation.ts';

export const createFinalInvoice = operation({
  name: 'create-final-invoice',
  summary: 'Makes the draft final invoice of a signed estimate, its finalized advances deducted.',
  chapter: 'Invoices',
  routes: ['POST /v2/billing/estimate/{estimateId}/final-invoice'],
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 201,
  makesDocument: true,
  output: InvoiceJson,
  refusals: [
    'estimate_not_found',
    'version_stale',
    'estimate_not_signed_for_final_invoice',
    'final_invoice_already_there',
  ],
  tool: {
    name: 'create-final-invoice',
    ...billingTool({ parameter: 'estimateId', whose: 'the signed estimate or purchase order' }, InvoiceJson),
  },

  run: (context, input) =>
    addToFamily(context, input.id, wanted.estimate, { kind: 'invoice', moves: true }, (family, around) =>
      draftFinalInvoice(family, around, context),
    ),
});
