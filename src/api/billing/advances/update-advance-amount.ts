import * as z from 'zod';
import { withAmount } from '../../../domain/billing/advance/change-amount.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { advanceAmountForm } from '../../../schemas/billing/document/document-input.ts';
import { AdvanceJson } from '../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';

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
