import * as z from 'zod';
import { EstimateJson } from '../../contract/billing.ts';
import { plannedAdvances } from '../../contract/document-input.ts';
import { id } from '../../contract/id.ts';
import type { Estimate, PlannedAdvance } from '../../domain/document/document.ts';
import { editDraft, editRefusals } from '../documents/edit-draft.ts';
import { wanted } from '../documents/seen-family.ts';
import { operation } from '../operation.ts';

export const updateAdvanceLines = operation({
  name: 'update-estimate-advance-lines',
  summary: 'Sets the advances a draft estimate announces: percent of it, or cents tax included.',
  chapter: 'Estimates',
  routes: ['PATCH /v2/billing/estimate/{id}/advance-lines'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({ advances: plannedAdvances }),
  success: 200,
  output: EstimateJson,
  refusals: ['estimate_not_found', ...editRefusals],
  example: { advances: [{ value: 30, mode: 'PERCENTAGE', paymentCondition: 'SIGNATURE' }] },
  run: (context, input) =>
    editDraft(context, input.id, wanted.estimate, (draft): Estimate => {
      const planned = input.advances.map(
        ({ asked, paymentCondition, customPaymentCondition }): PlannedAdvance => ({
          asked,
          ...(paymentCondition && { paymentCondition }),
          ...(customPaymentCondition !== undefined && { customPaymentCondition }),
        }),
      );
      return { ...draft, content: { ...draft.content, planned } };
    }),
});
