import * as z from 'zod';
import { draftFinalInvoice } from '../../../domain/billing/invoice/draft-final-invoice.ts';
import { operation } from '../../../pipeline/operation.ts';
import { InvoiceJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { createLinkedDraft } from '../../../services/billing/document-group/create-linked-draft.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';

export const createFinalInvoice = operation({
  name: 'create-final-invoice',
  summary: 'Creates the draft final invoice of a signed estimate, less the finalized advances.',
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
    createLinkedDraft(context, input.id, documentLookups.estimate, { kind: 'invoice', moves: true }, (group, around) =>
      draftFinalInvoice(group, around, context),
    ),
});
