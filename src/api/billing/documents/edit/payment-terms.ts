import * as z from 'zod';
import { type BillingDocument, isCreditNote, type Timeline } from '../../../../domain/billing/document/document.ts';
import type { Refused } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import {
  billTimeline,
  daysOfTimeline,
  estimateTimeline,
  estimateTimelineForTools,
  timelineForTools,
} from '../../../../schemas/billing/document/document-input.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { bankInformation } from '../../../../schemas/payments/bank-account.ts';
import {
  type ApiDocumentKind,
  advances,
  creditNotes,
  estimates,
  invoices,
} from '../../../../services/billing/api-document-kinds.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

const timelineExample = { emittedAt: 1795132800, paymentDelay: 'thirty_days' };

export const updateEstimateTimeline = dating(estimates, {
  summary: 'Sets the dates of a draft estimate: issue, validity, payment, delivery.',
  body: estimateTimeline,
  example: { ...timelineExample, expiredAt: 1797724800 },
  whose: 'the draft estimate or purchase order',
});
export const updateInvoiceTimeline = dating(invoices, {
  summary: 'Sets the dates of a draft invoice: issue, payment, delivery.',
  whose: 'the draft invoice',
});
export const updateAdvanceTimeline = dating(advances, {
  summary: 'Sets the dates of a draft advance: issue, payment, delivery.',
  whose: 'the draft advance',
});
export const updateCreditNoteTimeline = dating(creditNotes, {
  summary: 'Sets the dates of a draft asset (credit note).',
});

/** `whose` describes the document to assistants, if they may set the dates. */
type TimelineOptions = {
  summary: string;
  body?: typeof billTimeline | typeof estimateTimeline;
  example?: Record<string, unknown>;
  whose?: string;
};

function dating({ noun, chapter, Json, missing, what }: ApiDocumentKind, own: TimelineOptions) {
  const { summary, body = billTimeline, whose } = own;
  const name = `update-${noun}-timeline`;
  const parameters = body === estimateTimeline ? estimateTimelineForTools : timelineForTools;
  const asTool = (whose: string) => ({
    name,
    description: summary,
    ...billingTool({ parameter: `${noun}Id`, whose }, Json, parameters),
    ...{ days: daysOfTimeline, destructive: true, idempotent: true },
  });
  return operation({
    name,
    summary,
    description:
      'Dates are Unix seconds, read as days in the account’s time zone. The `paymentDelay` other requires `customDueDate`. With `emittedAt` null, a draft without a date stays without one.',
    chapter,
    routes: [`PATCH /v2/billing/${noun}/{${noun}Id}/timeline`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body,
    success: 200,
    output: Json,
    refusals: [missing, 'due_date_missing', ...editRefusals],
    example: own.example ?? timelineExample,
    ...(whose !== undefined && { tool: asTool(whose) }),
    run: (context, input) => editDraft(context, input.id, what, (draft) => withTimeline(draft, input)),
  });
}

type TimelineInput = z.output<typeof billTimeline> & { expiredAt?: number | null };

function withTimeline<D extends BillingDocument>(draft: D, given: TimelineInput): D | Refused<'due_date_missing'> {
  const { paymentDelay, customDueDate, deliveryDate } = given;
  if (paymentDelay === 'other' && customDueDate == null) return { refused: 'due_date_missing' };
  const before = draft.content.timeline;
  const emittedAt = given.emittedAt ?? before.emittedAt;
  const deliveryAt = deliveryDate === undefined ? before.deliveryAt : (deliveryDate ?? undefined);
  const period = given.invoicingPeriod === undefined ? before.period : (given.invoicingPeriod ?? undefined);
  const validUntilAt = given.expiredAt ?? before.validUntilAt;
  const after: Timeline = {
    paymentDelay,
    ...(emittedAt !== undefined && { emittedAt }),
    ...(paymentDelay === 'other' && customDueDate != null && { customDueAt: customDueDate }),
    ...(deliveryAt !== undefined && { deliveryAt }),
    ...(period && { period }),
    ...(validUntilAt !== undefined && { validUntilAt }),
    ...(before.validityDays !== undefined && { validityDays: before.validityDays }),
  };
  return { ...draft, content: { ...draft.content, timeline: after } };
}

export const updateBankInformation = operation({
  name: 'update-billing-bank-information',
  summary: 'Sets or removes the bank account of a draft.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/bank-information', 'PATCH /v2/billing/invoice/{invoiceId}/bank-information'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ bankInformation: bankInformation.nullable() }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'bank_of_credit_note', ...editRefusals],
  example: { bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Camille Martin' } },

  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      (draft) => {
        const { bank: _, ...content } = draft.content;
        const bank = input.bankInformation;
        return { ...draft, content: { ...content, ...(bank && { bank }) } } as BillingDocument;
      },
      (document) => (isCreditNote(document) ? { refused: 'bank_of_credit_note' as const } : undefined),
    ),
});
