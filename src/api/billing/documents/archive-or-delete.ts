import * as z from 'zod';
import { archived, unarchived } from '../../../domain/billing/document/archive.ts';
import { deleteInDocumentGroup } from '../../../domain/billing/document/group/delete-draft.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOf, idOr } from '../../../schemas/fields/id.ts';
import { commitDeletion } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';
import { updateDocumentState } from '../../../services/billing/document-group/update-document-state.ts';

const archiveBasics = {
  chapter: 'Documents',
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'version_stale'],
} as const;
const archiveTool = {
  ...billingTool({ parameter: 'billingId', whose: 'the document' }, BillingJson),
  idempotent: true,
};

export const archiveBilling = operation({
  name: 'archive-billing',
  summary: 'Archives a document.',
  routes: ['PATCH /v2/billing/{billingId}/archive'],
  ...archiveBasics,
  tool: {
    name: 'archive-billing',
    description: 'Archives a document, finalized or not. Nothing else changes. Undo it with unarchive-billing.',
    ...archiveTool,
  },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.any, (document) => ({
      document: archived(document, context.now),
      type: 'archived',
    })),
});

export const unarchiveBilling = operation({
  name: 'unarchive-billing',
  summary: 'Unarchives a document.',
  routes: ['PATCH /v2/billing/{billingId}/unarchive'],
  ...archiveBasics,
  tool: { name: 'unarchive-billing', ...archiveTool },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.any, (document) => ({
      document: unarchived(document, context.now),
      type: 'unarchived',
    })),
});

export const deleteBilling = operation({
  name: 'delete-billing',
  summary: 'Deletes a draft permanently. A draft has no number, so the series has no gap.',
  chapter: 'Documents',
  routes: ['DELETE /v2/billing/{billingId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: ['document_not_found', 'version_stale', 'not_deletable_when_finalized', 'not_deletable_with_credit_notes'],
  tool: {
    name: 'delete-billing',
    description:
      'Deletes a draft permanently; cannot be undone. A draft has no number, so the series has no gap. A finalized document is refused.',
    parameters: z.object({ billingId: idOf('the draft') }),
    renamed: { billingId: 'id' },
    output: z.object({ success: z.literal(true), billingId: z.string() }),
    answer: (_, { billingId }) => ({ success: true, billingId }),
    destructive: true,
    idempotent: true,
  },

  async run(context, input) {
    const locked = await lockDocumentGroup(context, input.id, documentLookups.any);
    if ('refused' in locked) return locked;
    const left = deleteInDocumentGroup(locked.group);
    if (isRefusal(left)) return left;
    await commitDeletion(context, locked, left.group);
    return { body: undefined };
  },
});
