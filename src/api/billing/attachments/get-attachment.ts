import * as z from 'zod';
import { attachedFile } from '../../../db/billing/stored-files.ts';
import { attachmentTypes } from '../../../domain/billing/document/attachment.ts';
import { FileAnswer } from '../../../pipeline/file-answer.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { readVerifiedBytes } from '../../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../../services/context.ts';

export const getAttachment = operation({
  name: 'get-attachment',
  summary: 'Get an attachment of a document.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{billingId}/attachments/{fileId}'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found'), fileId: id }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  limiter: 'files',
  refusals: ['document_not_found', 'attachment_not_found'],

  async run(context, { id: documentId, fileId }) {
    const found = await loadDocumentGroup(context, documentId, documentLookups.any);
    if ('refused' in found) return found;
    const attachment = found.asked.document.content.attachments?.find((each) => each.id === fileId);
    const kept = attachment && (await attachedFile(context.tx, documentId, fileId));
    if (!attachment || !kept) return { refused: 'attachment_not_found' };
    const mediaType = attachmentTypes[attachment.extension];
    const answer = (bytes: Buffer) => ({ body: { name: attachment.name, mediaType, bytes } });
    // If the hash in the row differs from that in the document, the document is right.
    const sealed = Buffer.from(attachment.sha256, 'hex');
    const named = kept.sha256.equals(sealed) ? kept : { sha256: sealed, bytes: kept.bytes };
    if (kept.bytes) return answer(await readVerifiedBytes(context, named));
    return {
      aside: () => readVerifiedBytes(context, named),
      after: async (_: Context, bytes: Buffer) => answer(bytes),
    };
  },
});
