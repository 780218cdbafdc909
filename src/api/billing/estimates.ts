import * as z from 'zod';
import { plannedAdvances as totalsOfPlan } from '../../domain/billing/advance/advance-amount.ts';
import type { Estimate, PlannedAdvance } from '../../domain/billing/document/document.ts';
import { refuse, sign, unrefuse, unsign } from '../../domain/billing/estimate/accept-or-decline.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { ofOffer, plannedAdvances } from '../../schemas/billing/document/document-input.ts';
import { EstimateJson } from '../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { kindOfType, offerTypes } from '../../schemas/billing/document/document-type.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { documentLookups } from '../../services/billing/document-group/load-document-group.ts';
import { updateDocumentState } from '../../services/billing/document-group/update-document-state.ts';
import { createDraft, opening, openingOfTools, openingRefusals } from '../../services/billing/drafts/create-draft.ts';
import { editDraft, editRefusals } from '../../services/billing/drafts/edit-draft.ts';

const typed = {
  estimateType: worded(offerTypes).optional().meta({ description: 'estimate (default) or purchase_order.' }),
};
const createBody = z.object({ ...typed, ...opening, ...ofOffer });

export const createEstimate = operation({
  name: 'create-estimate',
  summary: 'Creates a draft estimate or purchase order for a contact or an organization.',
  description:
    'For an organization its default contact, if any, is selected. You can also give lines, discount, title, the price of drawing up the estimate, and the duration of the work.',
  chapter: 'Estimates',
  routes: ['POST /v2/billing/estimate/{customerId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object({}),
  body: createBody,
  success: 201,
  makesDocument: true,
  output: EstimateJson,
  refusals: ['customer_not_found', ...openingRefusals],
  example: { estimateType: 'estimate' },
  tool: {
    name: 'create-estimate',
    ...billingTool({ parameter: 'customerId', whose: 'the contact or organization' }, EstimateJson, {
      ...typed,
      ...openingOfTools,
      ...ofOffer,
    }),
  },
  run: (context, { id: customerId, estimateType, ...form }) =>
    createDraft(context, kindOfType[estimateType ?? 'estimate'], customerId, form),
});

export const updateAdvanceLines = operation({
  name: 'update-estimate-advance-lines',
  summary: 'Sets the advances a draft estimate announces: percent of the estimate, or cents tax included.',
  chapter: 'Estimates',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/advance-lines'],
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  body: z.object({ advances: plannedAdvances }),
  success: 200,
  output: EstimateJson,
  refusals: ['estimate_not_found', 'planned_advances_exceed_estimate', ...editRefusals],
  example: { advances: [{ value: 30, mode: 'PERCENTAGE', paymentCondition: 'SIGNATURE' }] },
  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.estimate,
      (draft): Estimate | Refused<'planned_advances_exceed_estimate'> => {
        const planned = input.advances.map(
          ({ asked, paymentCondition, customPaymentCondition }): PlannedAdvance => ({
            asked,
            ...(paymentCondition && { paymentCondition }),
            ...(customPaymentCondition !== undefined && { customPaymentCondition }),
          }),
        );
        return exceed(draft, planned)
          ? { refused: 'planned_advances_exceed_estimate' }
          : { ...draft, content: { ...draft.content, planned } };
      },
    ),
});

/** Whether planned advances exceed the estimate; never for an estimate without lines. */
function exceed({ content, totals }: Estimate, planned: readonly PlannedAdvance[]): boolean {
  if (content.lines.length === 0) return false;
  const amounts = planned.map((advance) => advance.asked);
  return totalsOfPlan(totals.breakdown, amounts, stepOf(content.currency.code)).exceeds;
}

const answerBasics = {
  chapter: 'Estimates',
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: EstimateJson,
} as const;
const answerTool = {
  ...billingTool({ parameter: 'estimateId', whose: 'the finalized estimate or purchase order' }, EstimateJson),
  destructive: true,
  idempotent: true,
};

export const signEstimate = operation({
  name: 'sign-estimate',
  summary: 'Records that the customer agreed to an estimate or purchase order.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/sign'],
  ...answerBasics,
  refusals: ['estimate_not_found', 'version_stale', 'not_yet_finalized', 'already_signed', 'already_refused'],
  tool: {
    name: 'sign-estimate',
    description: 'Records in the audit trail that the customer agreed to an estimate or purchase order.',
    ...answerTool,
  },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate) => {
      const decided = sign(estimate, context.now);
      return isRefusal(decided) ? decided : { document: decided, type: 'signed' };
    }),
});

export const unsignEstimate = operation({
  name: 'unsign-estimate',
  summary: 'Removes a signature, as long as nothing was billed.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/unsign'],
  ...answerBasics,
  refusals: ['estimate_not_found', 'version_stale', 'not_signed', 'signed_online', 'already_billed'],
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate, _, relatives) => {
      const decided = unsign(estimate, context.now, relatives);
      return isRefusal(decided) ? decided : { document: decided, type: 'unsigned' };
    }),
});

export const refuseEstimate = operation({
  name: 'refuse-estimate',
  summary: 'Records that the customer declined an estimate or purchase order.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/refuse'],
  ...answerBasics,
  refusals: ['estimate_not_found', 'version_stale', 'not_yet_finalized', 'already_signed', 'already_refused'],
  tool: {
    name: 'refuse-estimate',
    description: 'Records in the audit trail that the customer declined an estimate or purchase order.',
    ...answerTool,
  },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate) => {
      const decided = refuse(estimate, context.now);
      return isRefusal(decided) ? decided : { document: decided, type: 'refused' };
    }),
});

export const unrefuseEstimate = operation({
  name: 'unrefuse-estimate',
  summary: 'Removes a refusal.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/unrefuse'],
  ...answerBasics,
  refusals: ['estimate_not_found', 'version_stale', 'not_refused', 'already_billed'],
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate, _, relatives) => {
      const decided = unrefuse(estimate, context.now, relatives);
      return isRefusal(decided) ? decided : { document: decided, type: 'unrefused' };
    }),
});
