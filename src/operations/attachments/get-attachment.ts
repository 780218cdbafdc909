import * as z from 'zod';
import { id } from '../../contract/id.ts';
import { attachmentTypes } from '../../domain/document/attachment.ts';
import { attachedFile, bytesOf } from '../../store/files.ts';
import { seeDocument, wanted } from '../documents/seen-family.ts';
import { FileAnswer } from '../file-answer.ts';
import { type Context, operation } from '../operation.ts';

export const getAttachment = operation({
  name: 'get-attachment',
  summary: 'Get a file that goes with a document.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{id}/attachments/{fileId}'],
  scope: 'billing:read',
  path: z.object({ id, fileId: id }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  refusals: ['document_not_found', 'attachment_not_found'],

  async run(context, { id: documentId, fileId }) {
    const found = await seeDocument(context, documentId, wanted.any);
    if ('refused' in found) return found;
    const attachment = found.seen.document.content.attachments?.find((each) => each.id === fileId);
    const kept = attachment && (await attachedFile(context.tx, documentId, fileId));
    if (!attachment || !kept) return { refused: 'attachment_not_found' };
    const mediaType = attachmentTypes[attachment.extension];
    const answer = (bytes: Buffer) => ({
      body: { name: attachment.name, mediaType, content: bytes.toString('base64') },
    });
    if (kept.bytes) return answer(kept.bytes);
    return { aside: () => bytesOf(context, kept), after: async (_: Context, bytes: Buffer) => answer(bytes) };
  },
});
