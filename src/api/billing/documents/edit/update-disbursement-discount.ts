import * as z from 'zod';
import type { LinedDocument } from '../../../../domain/billing/document/document.ts';
import type { Refused } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { LinedBillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { documentLookups, withoutLines } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateDisbursementDiscount = operation({
  name: 'update-billing-include-discount-disbursement',
  summary: 'Sets whether the document discount also applies to disbursements; without a body, toggles it.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/include-discount-disbursement'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ includeDiscountDisbursement: z.boolean().optional() }),
  success: 200,
  output: LinedBillingJson,
  refusals: ['document_not_found', 'advance_has_no_lines', 'parent_forbids_disbursement_discount', ...editRefusals],
  example: { includeDiscountDisbursement: true },

  run: (context, { id, includeDiscountDisbursement }) =>
    editDraft(
      context,
      id,
      documentLookups.any,
      (draft) => withDisbursementDiscount(draft as LinedDocument, includeDiscountDisbursement),
      withoutLines,
    ),
});

function withDisbursementDiscount(
  draft: LinedDocument,
  input: boolean | undefined,
): LinedDocument | Refused<'parent_forbids_disbursement_discount'> {
  // The choice made on a document also applies to the documents derived from it.
  if (draft.parentId !== undefined) return { refused: 'parent_forbids_disbursement_discount' };
  const includeDiscountDisbursement = input ?? !draft.content.includeDiscountDisbursement;
  return { ...draft, content: { ...draft.content, includeDiscountDisbursement } } as LinedDocument;
}
