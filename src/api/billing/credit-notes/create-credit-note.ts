import * as z from 'zod';
import { draftCreditNote, draftCreditNoteOfAdvance } from '../../../domain/billing/credit-note/draft-credit-note.ts';
import { operation } from '../../../pipeline/operation.ts';
import { references, referencesForTools } from '../../../schemas/billing/document/document-input.ts';
import { CreditNoteJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { id, idOf, idOr } from '../../../schemas/fields/id.ts';
import { answeredAs } from '../../../schemas/tool-definition.ts';
import { createLinkedDraft } from '../../../services/billing/document-group/create-linked-draft.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { createDraft, opening, openingRefusals } from '../../../services/billing/drafts/create-draft.ts';

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
  tool: { name: 'create-asset', ...billingTool({ parameter: 'invoiceId', whose: 'the invoice' }, CreditNoteJson) },

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
      ...opening,
    }),
    renamed: { customerId: 'billingCustomerId' },
    days: ['references.date'],
    ...answeredAs('billing', CreditNoteJson),
  },

  run: (context, { billingCustomerId, references: named, ...form }) =>
    createDraft(context, 'credit_note', billingCustomerId, { ...form, references: named ?? [] }),
});
