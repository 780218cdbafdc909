import * as z from 'zod';
import { operation } from '../../../pipeline/operation.ts';
import { attachmentsToJson } from '../../../schemas/billing/attachment.ts';
import { FileJson } from '../../../schemas/billing/document/document-parts.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';

export const listAttachments = operation({
  name: 'list-attachments',
  summary: 'List the attachments of a document.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{billingId}/attachments'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.array(FileJson),
  refusals: ['document_not_found'],

  async run(context, { id: documentId }) {
    const found = await loadDocumentGroup(context, documentId, documentLookups.any);
    if ('refused' in found) return found;
    return { body: attachmentsToJson(found.asked.document, context.publicUrl) };
  },
});
