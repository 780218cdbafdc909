import * as z from 'zod';
import { detachFile as removeAttached } from '../../../db/billing/stored-files.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOr } from '../../../schemas/fields/id.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../services/billing/drafts/edit-draft.ts';

export const detachFile = operation({
  name: 'detach-file',
  summary: 'Removes an attachment from a draft.',
  chapter: 'Files',
  routes: ['DELETE /v2/billing/{billingId}/attachments/{fileId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found'), fileId: id }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: ['document_not_found', 'attachment_not_found', ...editRefusals],

  async run(context, { id: documentId, fileId }) {
    const edited = await editDraft(context, documentId, documentLookups.any, (draft) => {
      const { attachments = [], ...content } = draft.content;
      const rest = attachments.filter((attachment) => attachment.id !== fileId);
      if (rest.length === attachments.length) return { refused: 'attachment_not_found' as const };
      removeAttached(context.tx, draft.id, fileId);
      return { ...draft, content: { ...content, ...(rest.length > 0 && { attachments: rest }) } } as BillingDocument;
    });
    return 'refused' in edited ? edited : { body: undefined };
  },
});
