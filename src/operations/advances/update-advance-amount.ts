import * as z from 'zod';
import { AdvanceJson } from '../../contract/billing.ts';
import { askedAdvance } from '../../contract/document-input.ts';
import { id } from '../../contract/id.ts';
import { amountsAsked } from '../../domain/advance/new-advance.ts';
import { askedFrom } from '../../domain/advance/wish.ts';
import type { Advance, Estimate } from '../../domain/document/document.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { writeEdited } from '../documents/edit-draft.ts';
import { lockDocument, showDocument, wanted } from '../documents/seen-family.ts';
import { operation } from '../operation.ts';

export const updateAdvanceAmount = operation({
  name: 'update-advance-amount',
  summary: 'Sets what a draft advance asks for: cents tax included, or percent of its estimate.',
  chapter: 'Advances',
  routes: ['PATCH /v2/billing/advance/{advanceId}/amount'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({
    mode: askedAdvance.mode,
    amount: askedAdvance.amount.optional(),
    percentage: askedAdvance.percentage.optional(),
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

  async run(context, given) {
    const found = await lockDocument(context, given.id, wanted.advance);
    if ('refused' in found) return found;
    const { document: advance, facts } = found.seen;
    if (advance.sealed) return { refused: 'document_is_finalized', number: advance.sealed.number };
    const asked = askedFrom(given);
    if (isRefusal(asked)) return asked;
    if (!asked) return { refused: 'advance_amount_missing' };
    const includeDisbursement = given.includeDisbursement ?? advance.content.includeDisbursement;
    const amounts = amountsAsked(facts.parent as Estimate, asked, includeDisbursement);
    if (isRefusal(amounts)) return amounts;
    const content = { ...advance.content, asked, ...amounts, includeDisbursement };
    const problem = writeEdited(context, found, { ...advance, content } satisfies Advance);
    return problem ?? showDocument(context, found);
  },
});
