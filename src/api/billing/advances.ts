import * as z from 'zod';
import { withAmount } from '../../domain/billing/advance/change-amount.ts';
import { draftAdvance } from '../../domain/billing/advance/new-advance.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { advanceAmountForm } from '../../schemas/billing/document/document-input.ts';
import { AdvanceJson } from '../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../services/billing/document-group/commit-document-group.ts';
import { createLinkedDraft } from '../../services/billing/document-group/create-linked-draft.ts';
import { documentResponse } from '../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';

const createBody = z.object({
  mode: advanceAmountForm.mode.optional(),
  amount: advanceAmountForm.amount.optional(),
  percentage: advanceAmountForm.percentage.optional(),
  advanceLineIndex: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The index of an advance planned by the estimate, from 0.' }),
  includeDisbursement: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the base includes disbursements; false by default.' }),
});

export const createAdvance = operation({
  name: 'create-advance',
  summary: 'Creates a draft advance (down-payment invoice) on a signed estimate or purchase order.',
  description:
    'Amounts include tax. Without a body: 30 %, or 50 % of the remaining amount from the fourth advance on. `advanceLineIndex` selects an advance planned by the estimate, from 0.',
  chapter: 'Advances',
  routes: ['POST /v2/billing/estimate/{estimateId}/advance'],
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  body: createBody,
  success: 200,
  makesDocument: true,
  output: AdvanceJson,
  refusals: [
    'estimate_not_found',
    'version_stale',
    'estimate_not_signed',
    'final_invoice_exists',
    'advance_exceeds_remaining',
    'advance_line_not_planned',
    'advance_amount_missing',
    'family_full',
  ],
  example: { mode: 'PERCENTAGE', percentage: 30 },
  tool: {
    name: 'create-advance',
    description:
      'Creates a draft advance (down-payment invoice) on a signed estimate or purchase order. Give an amount in cents including tax, a percentage, or the index of a planned advance. Without any of these: 30 %, or 50 % of what remains from the fourth advance on.',
    ...billingTool(
      { parameter: 'estimateId', whose: 'the signed estimate or purchase order' },
      AdvanceJson,
      createBody.shape,
    ),
  },

  run: (context, { id: estimateId, advanceLineIndex: plannedAt, ...wish }) =>
    createLinkedDraft(context, estimateId, documentLookups.estimate, { kind: 'advance' }, (group, around) =>
      draftAdvance(group, around, { ...wish, plannedAt }, context),
    ),
});

export const updateAdvanceAmount = operation({
  name: 'update-advance-amount',
  summary: 'Sets the amount of a draft advance: cents including tax, or percent of its estimate.',
  chapter: 'Advances',
  routes: ['PATCH /v2/billing/advance/{advanceId}/amount'],
  scope: 'billing:write',
  path: z.object({ id: idOr('advance_not_found') }),
  query: z.object({}),
  body: z.object({
    mode: advanceAmountForm.mode,
    amount: advanceAmountForm.amount.optional(),
    percentage: advanceAmountForm.percentage.optional(),
    includeDisbursement: z.boolean().optional(),
  }),
  success: 200,
  output: AdvanceJson,
  refusals: [
    'advance_not_found',
    'version_stale',
    'document_is_finalized',
    'advance_amount_missing',
    'advance_exceeds_remaining',
    'line_amount_too_large',
    'discount_on_mixed_lines',
  ],
  example: { mode: 'AMOUNT', amount: 50000 },

  async run(context, form) {
    const locked = await lockDocumentGroup(context, form.id, documentLookups.advance);
    if ('refused' in locked) return locked;
    const edited = withAmount(locked.group, form);
    if (isRefusal(edited)) return edited;
    return documentResponse(context, await commitDocumentGroup(context, locked, edited));
  },
});
