import * as z from 'zod';
import { draftAdvance } from '../../../domain/billing/advance/new-advance.ts';
import { draftCreditNote, draftCreditNoteOfAdvance } from '../../../domain/billing/credit-note/new-credit-note.ts';
import {
  type BillingDocument,
  hasLines,
  isAdvance,
  isCreditNote,
  type LinedDocument,
} from '../../../domain/billing/document/document.ts';
import { duplicateOf } from '../../../domain/billing/document/duplicate.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { createLinkedDraft } from '../../../services/billing/document-group/create-linked-draft.ts';
import { documentResponse } from '../../../services/billing/document-group/document-response.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { copyDraft } from '../../../services/billing/drafts/copy-draft.ts';
import type { Context } from '../../../services/context.ts';

export const duplicateBilling = operation({
  name: 'duplicate-billing',
  summary: 'Creates a draft of the same type with the same content, dated on its day of issue.',
  description:
    'Customer, lines, notes and terms are copied; dates, files and payments are not. Duplicating an advance requests another one on its estimate; duplicating an asset credits the rest of its invoice or advance.',
  chapter: 'Documents',
  routes: ['POST /v2/billing/{billingId}/duplicate'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 201,
  makesDocument: true,
  output: BillingJson,
  refusals: [
    ...([
      'document_not_found',
      'estimate_not_found',
      'invoice_not_found',
      'advance_not_found',
      'version_stale',
    ] as const),
    ...([
      'estimate_not_signed',
      'final_invoice_exists',
      'advance_exceeds_remaining',
      'advance_line_not_planned',
    ] as const),
    ...(['advance_amount_missing', 'nothing_left_to_credit', 'advance_not_finalized'] as const),
    ...(['advance_already_has_credit_note', 'family_full'] as const),
  ],
  tool: {
    name: 'duplicate-billing',
    description:
      'Creates a draft of the same type and content, without dates, files and payments. Of an advance: another one on its estimate; of an asset: a credit of the rest.',
    ...billingTool({ parameter: 'billingId', whose: 'the document to copy' }, BillingJson),
  },

  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const { document } = found.asked;
    const parent = found.members.get(document.parentId ?? '')?.document;
    if (isAdvance(document) && parent) return anotherAdvance(context, document, parent.id);
    if (isCreditNote(document) && parent) return anotherCreditNote(context, parent);
    return copied(context, document as LinedDocument);
  },
});

function anotherAdvance(context: Context, advance: Extract<BillingDocument, { kind: 'advance' }>, estimateId: string) {
  const { asked, includeDisbursement } = advance.content;
  return createLinkedDraft(context, estimateId, documentLookups.estimate, { kind: 'advance' }, (group, around) =>
    draftAdvance(group, around, { ...asked, includeDisbursement }, context),
  );
}

const anotherCreditNote = (context: Context, parent: BillingDocument) =>
  hasLines(parent)
    ? createLinkedDraft(context, parent.id, documentLookups.invoice, { kind: 'credit_note' }, (group, around) =>
        draftCreditNote(group, around, context),
      )
    : createLinkedDraft(context, parent.id, documentLookups.advance, { kind: 'credit_note' }, (group, around) =>
        draftCreditNoteOfAdvance(group, around, context),
      );

const copied = async (context: Context, original: LinedDocument) =>
  documentResponse(
    context,
    await commitDocumentGroup(
      context,
      {},
      await copyDraft(context, original, (defaults) => duplicateOf(original, defaults)),
    ),
  );
