import * as z from 'zod';
import { plannedAdvances as totalsOfPlan } from '../../../domain/billing/advance/advance-amount.ts';
import type { Estimate, PlannedAdvance } from '../../../domain/billing/document/document.ts';
import { stepOf } from '../../../domain/money/currency.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { plannedAdvances } from '../../../schemas/billing/document/document-input.ts';
import { EstimateJson } from '../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../services/billing/drafts/edit-draft.ts';

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
