import * as z from 'zod';
import { draftCreditNote, draftCreditNoteOfAdvance } from '../../domain/billing/credit-note/new-credit-note.ts';
import { refunded } from '../../domain/billing/credit-note/refund.ts';
import { type Claim, type CreditNote, isCreditNote } from '../../domain/billing/document/document.ts';
import { documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { isRefusal, type RefusalCode, type Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { CreditLeftJson, creditLeftToJson } from '../../schemas/billing/credit-left.ts';
import { references, referencesForTools } from '../../schemas/billing/document/document-input.ts';
import { CreditNoteJson } from '../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { id, idOf, idOr } from '../../schemas/fields/id.ts';
import { timestamp } from '../../schemas/fields/timestamp.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { type ApiDocumentKind, advances, invoices } from '../../services/billing/api-document-kinds.ts';
import { cancelLocked, cancelPurpose } from '../../services/billing/document-group/cancel-document.ts';
import { commitDocumentGroup } from '../../services/billing/document-group/commit-document-group.ts';
import { createLinkedDraft } from '../../services/billing/document-group/create-linked-draft.ts';
import { documentResponse } from '../../services/billing/document-group/document-response.ts';
import {
  type DocumentLookup,
  documentLookups,
  loadDocumentGroup,
} from '../../services/billing/document-group/load-document-group.ts';
import { lockParentDocument } from '../../services/billing/document-group/lock-document-group.ts';
import { type Moved, updateDocumentState } from '../../services/billing/document-group/update-document-state.ts';
import { createDraft, opening, openingOfTools, openingRefusals } from '../../services/billing/drafts/create-draft.ts';
import { editDraft, editRefusals } from '../../services/billing/drafts/edit-draft.ts';
import type { Context } from '../../services/context.ts';

export const createCreditNoteFromInvoice = operation({
  name: 'create-asset',
  summary: 'Creates a draft asset (credit note) for the amount left to credit on an invoice.',
  description:
    'The lines of the asset are reduced in proportion if advances were deducted or assets created before; reduce them further to credit less. Several drafts may exist; the finalized assets never exceed the invoice in total.',
  chapter: 'Credit notes',
  routes: ['POST /v2/billing/invoice/{invoiceId}/asset'],
  scope: 'billing:write',
  path: z.object({ id: idOr('invoice_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: CreditNoteJson,
  refusals: ['invoice_not_found', 'version_stale', 'nothing_left_to_credit', 'family_full'],
  tool: {
    name: 'create-asset',
    description:
      'Creates a draft asset (credit note) for the amount left to credit on an invoice; reduce its lines to credit less. The finalized assets never exceed the invoice.',
    ...billingTool({ parameter: 'invoiceId', whose: 'the invoice' }, CreditNoteJson),
  },

  run: (context, input) =>
    createLinkedDraft(context, input.id, documentLookups.invoice, { kind: 'credit_note' }, (group, around) =>
      draftCreditNote(group, around, context),
    ),
});

export const createCreditNoteFromAdvance = operation({
  name: 'create-asset-from-advance',
  summary: 'Creates the draft asset (credit note) that cancels an advance.',
  chapter: 'Credit notes',
  routes: ['POST /v2/billing/advance/{advanceId}/asset'],
  scope: 'billing:write',
  path: z.object({ id: idOr('advance_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: CreditNoteJson,
  refusals: [
    'advance_not_found',
    'version_stale',
    'advance_not_finalized',
    'advance_already_has_credit_note',
    'nothing_left_to_credit',
    'family_full',
  ],
  tool: {
    name: 'create-asset-from-advance',
    ...billingTool({ parameter: 'advanceId', whose: 'the finalized advance' }, CreditNoteJson),
    idempotent: true,
  },

  run: (context, input) =>
    createLinkedDraft(context, input.id, documentLookups.advance, { kind: 'credit_note' }, (group, around) =>
      draftCreditNoteOfAdvance(group, around, context),
    ),
});

export const createFreeCreditNote = operation({
  name: 'create-free-asset',
  summary: 'Creates a draft asset (credit note) for an invoice from another system, named in its references.',
  chapter: 'Credit notes',
  routes: ['POST /v2/billing/asset'],
  scope: 'billing:write',
  path: z.object({}),
  query: z.object({}),
  body: z.object({
    billingCustomerId: id.optional(),
    references: references.optional(),
    ...opening,
  }),
  success: 201,
  makesDocument: true,
  output: CreditNoteJson,
  refusals: ['customer_not_found', ...openingRefusals],
  example: { references: [{ number: 'F-2025-0042', date: 1748736000 }] },
  tool: {
    name: 'create-free-asset',
    description:
      'Creates a draft asset (credit note) for an invoice from another system; its references name the invoice it corrects. Amounts in cents.',
    parameters: z.object({
      customerId: idOf('the contact or organization').optional(),
      references: referencesForTools.optional(),
      ...openingOfTools,
    }),
    renamed: { customerId: 'billingCustomerId' },
    days: ['references.date'],
    ...answeredAs('billing', CreditNoteJson),
  },

  run: (context, { billingCustomerId, references: named, ...form }) =>
    createDraft(context, 'credit_note', billingCustomerId, { ...form, references: named ?? [] }),
});

export const getCreditLeft = operation({
  name: 'get-invoice-credit-left',
  summary: 'Returns the amounts left to credit on an invoice: for each line billed, deducted, credited and remaining.',
  description:
    'Finalized assets count, drafts do not. The remaining lines add up to the remaining amount per VAT code, which is the limit of an asset.',
  chapter: 'Credit notes',
  routes: ['GET /v2/billing/invoice/{invoiceId}/credit-left'],
  scope: 'billing:read',
  path: z.object({ id: idOr('invoice_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: CreditLeftJson,
  refusals: ['invoice_not_found'],

  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.invoice);
    if ('refused' in found) return found;
    const { document } = found.asked;
    const creditNotes = documentsOf(found).filter(isCreditNote);
    return {
      body: creditLeftToJson(
        document,
        creditNotes.filter(({ parentId }) => parentId === document.id),
      ),
    };
  },
});

export const updateReferences = operation({
  name: 'update-asset-references',
  summary: 'Sets the number and date of the invoice that an independent draft asset (credit note) corrects.',
  chapter: 'Credit notes',
  routes: ['PATCH /v2/billing/asset/{assetId}/references'],
  scope: 'billing:write',
  path: z.object({ id: idOr('credit_note_not_found') }),
  query: z.object({}),
  body: z.object({ references }),
  success: 200,
  output: CreditNoteJson,
  refusals: ['credit_note_not_found', 'reference_of_parent', ...editRefusals],
  example: { references: [{ number: 'F-2025-0042', date: 1748736000 }] },
  run: (context, input) =>
    editDraft(context, input.id, documentLookups.creditNote, (draft) => {
      if (draft.parentId !== undefined) return { refused: 'reference_of_parent' as const };
      return { ...draft, content: { ...draft.content, references: input.references } } satisfies CreditNote;
    }),
});

type NotRefunded = Refused<'refund_of_draft' | 'refund_before_credit_note' | 'refund_to_come'>;

export const refundCreditNote = operation({
  name: 'refund-asset',
  summary: 'Records when a finalized asset (credit note) was refunded to the customer; null removes the refund.',
  chapter: 'Credit notes',
  routes: ['PATCH /v2/billing/asset/{assetId}/refund'],
  scope: 'billing:write',
  path: z.object({ id: idOr('credit_note_not_found') }),
  query: z.object({}),
  body: z.object({ refundAt: timestamp.nullable() }),
  success: 200,
  output: CreditNoteJson,
  refusals: [
    'credit_note_not_found',
    'version_stale',
    'refund_of_draft',
    'refund_before_credit_note',
    'refund_to_come',
  ],
  example: { refundAt: 1795132800 },
  run: (context, { id: creditNoteId, refundAt }) =>
    updateDocumentState(
      context,
      creditNoteId,
      documentLookups.creditNote,
      (creditNote, { settings }): Moved | NotRefunded => {
        const document = refunded(creditNote, refundAt, { now: context.now, zone: settings.zone });
        return isRefusal(document) ? document : { document, type: 'refunded' };
      },
    ),
});

const cancelBody = z.object({
  wantArchiveAfterCancellation: z
    .boolean()
    .optional()
    .meta({ description: 'Also archive the canceled document; false by default.' }),
});
export const cancelInvoice = canceling(invoices);
export const cancelAdvance = canceling(advances);

function canceling({ noun, chapter, Json, missing, what }: ApiDocumentKind<Claim>) {
  return operation({
    name: `cancel-${noun}`,
    summary: `Cancels a finalized ${noun} by a credit note for the amount left to credit.`,
    description:
      'In one transaction, a credit note for the remaining amount is created and finalized, and the document marked canceled. Cannot be undone. The answer lists the new asset, and `Location` is its address.',
    chapter,
    routes: [`POST /v2/billing/${noun}/{${noun}Id}/cancel`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: cancelBody,
    success: 200,
    output: Json,
    refusals: [
      missing,
      'version_stale',
      'not_yet_finalized',
      'nothing_left_to_credit',
      'already_finalized',
      'not_finalizable',
    ],
    example: { wantArchiveAfterCancellation: false },
    tool: {
      name: `cancel-${noun}`,
      description:
        'Cancels a finalized invoice or advance; cannot be undone. A credit note (asset) for the amount left to credit is created and finalized with its own official number; the answer lists it in assets.',
      destructive: true,
      idempotent: true,
      ...billingTool({ parameter: `${noun}Id`, whose: `the finalized ${noun}` }, Json, cancelBody.shape),
    },
    run: (context, input) => cancel(context, input, what),
  });
}

async function cancel<R extends RefusalCode>(
  context: Context,
  input: { id: string; wantArchiveAfterCancellation?: boolean | undefined },
  what: DocumentLookup<Claim, R>,
) {
  const locked = await lockParentDocument(context, input.id, what, 'credit_note', cancelPurpose);
  if ('refused' in locked) return locked;
  const canceled = await cancelLocked(context, locked, input.wantArchiveAfterCancellation ?? false);
  if (isRefusal(canceled)) return canceled;
  const { number } = canceled;
  const after = await commitDocumentGroup(context, locked, canceled.group, { number, as: { type: 'canceled' } });
  const shown = await documentResponse(context, after);
  return { ...shown, headers: { ...shown.headers, location: `/v2/billing/asset/${canceled.creditNoteId}` } };
}
