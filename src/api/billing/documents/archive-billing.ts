import * as z from 'zod';
import { archived, unarchived } from '../../../domain/billing/document/archive.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { updateDocumentState } from '../../../services/billing/document-group/update-document-state.ts';

const shared = {
  chapter: 'Documents',
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'version_stale'],
} as const;
const face = { ...billingTool({ parameter: 'billingId', whose: 'the document' }, BillingJson), idempotent: true };

export const archiveBilling = operation({
  name: 'archive-billing',
  summary: 'Archives a document.',
  routes: ['PATCH /v2/billing/{billingId}/archive'],
  ...shared,
  tool: {
    name: 'archive-billing',
    description: 'Archives a document, finalized or not. Nothing else changes. Undo it with unarchive-billing.',
    ...face,
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
  ...shared,
  tool: { name: 'unarchive-billing', ...face },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.any, (document) => ({
      document: unarchived(document, context.now),
      type: 'unarchived',
    })),
});
