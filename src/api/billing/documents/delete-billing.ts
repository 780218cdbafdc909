import * as z from 'zod';
import { deleteInDocumentGroup } from '../../../domain/billing/document/group/delete-in-group.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idOf, idOr } from '../../../schemas/fields/id.ts';
import { commitDeletion } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';

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
