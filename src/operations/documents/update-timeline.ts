import * as z from 'zod';
import { AdvanceJson, AssetJson, EstimateJson, InvoiceJson } from '../../contract/billing.ts';
import { estimateTimeline, timeline } from '../../contract/document-input.ts';
import { idOr } from '../../contract/id.ts';
import type { BillingDocument, Timeline } from '../../domain/document/document.ts';
import type { Refused } from '../../domain/refusal.ts';
import { operation } from '../operation.ts';
import { billingTool } from './billing-tool.ts';
import { editDraft, editRefusals } from './edit-draft.ts';
import { wanted } from './see-family.ts';

const asked = {
  description:
    'Dates are Unix seconds; days are civil days in the zone of the account. `paymentDelay` other needs `customDueDate`.',
  scope: 'billing:write',
  query: z.object({}),
  success: 200,
  example: { emittedAt: 1795132800, paymentDelay: 'thirty_days' },
} as const;

const overwrites = { destructive: true, idempotent: true };

export const updateEstimateTimeline = operation({
  name: 'update-estimate-timeline',
  summary: 'Sets the dates of a draft estimate: issue, validity, payment, delivery.',
  chapter: 'Estimates',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/timeline'],
  ...asked,
  path: z.object({ id: idOr('estimate_not_found') }),
  body: estimateTimeline,
  example: { ...asked.example, expiredAt: 1797724800 },
  output: EstimateJson,
  refusals: ['estimate_not_found', 'due_date_missing', ...editRefusals],
  tool: {
    name: 'update-estimate-timeline',
    ...billingTool(
      { parameter: 'estimateId', whose: 'the draft estimate or purchase order' },
      EstimateJson,
      estimateTimeline.shape,
    ),
    ...overwrites,
  },
  run: (context, input) => editDraft(context, input.id, wanted.estimate, (draft) => withTimeline(draft, input)),
});

export const updateInvoiceTimeline = operation({
  name: 'update-invoice-timeline',
  summary: 'Sets the dates of a draft invoice: issue, payment, delivery.',
  chapter: 'Invoices',
  routes: ['PATCH /v2/billing/invoice/{invoiceId}/timeline'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  body: timeline,
  output: InvoiceJson,
  refusals: ['invoice_not_found', 'due_date_missing', ...editRefusals],
  tool: {
    name: 'update-invoice-timeline',
    ...billingTool({ parameter: 'invoiceId', whose: 'the draft invoice' }, InvoiceJson, timeline.shape),
    ...overwrites,
  },
  run: (context, input) => editDraft(context, input.id, wanted.invoice, (draft) => withTimeline(draft, input)),
});

export const updateAdvanceTimeline = operation({
  name: 'update-advance-timeline',
  summary: 'Sets the dates of a draft advance: issue, payment, delivery.',
  chapter: 'Advances',
  routes: ['PATCH /v2/billing/advance/{advanceId}/timeline'],
  ...asked,
  path: z.object({ id: idOr('advance_not_found') }),
  body: timeline,
  output: AdvanceJson,
  refusals: ['advance_not_found', 'due_date_missing', ...editRefusals],
  tool: {
    name: 'update-advance-timeline',
    ...billingTool({ parameter: 'advanceId', whose: 'the draft advance' }, AdvanceJson, timeline.shape),
    ...overwrites,
  },
  run: (context, input) => editDraft(context, input.id, wanted.advance, (draft) => withTimeline(draft, input)),
});

export const updateCreditNoteTimeline = operation({
  name: 'update-asset-timeline',
  summary: 'Sets the dates of a draft asset (credit note).',
  chapter: 'Credit notes',
  routes: ['PATCH /v2/billing/asset/{assetId}/timeline'],
  ...asked,
  path: z.object({ id: idOr('credit_note_not_found') }),
  body: timeline,
  output: AssetJson,
  refusals: ['credit_note_not_found', 'due_date_missing', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.creditNote, (draft) => withTimeline(draft, input)),
});

type Given = z.output<typeof timeline> & { expiredAt?: number };

function withTimeline<D extends BillingDocument>(draft: D, given: Given): D | Refused<'due_date_missing'> {
  const { emittedAt, paymentDelay, customDueDate, deliveryDate, expiredAt } = given;
  if (paymentDelay === 'other' && customDueDate == null) return { refused: 'due_date_missing' };
  const before = draft.content.timeline;
  const deliveryAt = deliveryDate === undefined ? before.deliveryAt : (deliveryDate ?? undefined);
  const validUntilAt = expiredAt ?? before.validUntilAt;
  const after: Timeline = {
    emittedAt,
    paymentDelay,
    ...(paymentDelay === 'other' && customDueDate != null && { customDueAt: customDueDate }),
    ...(deliveryAt !== undefined && { deliveryAt }),
    ...(validUntilAt !== undefined && { validUntilAt }),
    ...(before.validityDays !== undefined && { validityDays: before.validityDays }),
  };
  return { ...draft, content: { ...draft.content, timeline: after } };
}
