import { createHash } from 'node:crypto';
import * as z from 'zod';
import { storedBytes, takeTurn } from '../../db/account/usage.ts';
import {
  attachedFile,
  attachFile as keepAttached,
  detachFile as removeAttached,
} from '../../db/billing/stored-files.ts';
import { fits } from '../../domain/account/quota.ts';
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  type Attachment,
  attachmentTypes,
  beginsAs,
  extensionOf,
} from '../../domain/billing/document/attachment.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { attachmentsToJson, attachmentToJson, electronicFlag } from '../../schemas/billing/attachment.ts';
import { FileJson } from '../../schemas/billing/document/document-parts.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { FILE_TEXT_MAX, filledText, NAME_MAX } from '../../schemas/fields/text.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../services/billing/drafts/edit-draft.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../services/context.ts';

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

export const attachFile = operation({
  name: 'attach-file',
  summary: 'Attaches a file to a draft. The file is sent with the document.',
  description: `At most ${ATTACHMENTS_MAX} files of at most ${ATTACHMENT_BYTES_MAX / 1_048_576} MiB: ${Object.keys(attachmentTypes).join(', ')}. Finalization freezes the files with the document.`,
  chapter: 'Files',
  routes: ['POST /v2/billing/{billingId}/attachments'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({
    name: filledText(NAME_MAX).meta({ description: 'The file name with its extension.' }),
    content: z.base64().max(FILE_TEXT_MAX).meta({ description: 'The bytes of the file in base64.' }),
  }),
  takes: 'attachment',
  limiter: 'files',
  success: 201,
  output: FileJson,
  refusals: [
    'document_not_found',
    'attachment_unusable',
    'attachment_too_large',
    'too_many_attachments',
    'storage_full',
    ...editRefusals,
  ],
  example: { name: 'plan.png', content: 'iVBORw0KGgo=' },

  async run(context, input) {
    const { tx, objects, now, newId, publicUrl, quotas } = context;
    const extension = extensionOf(input.name);
    const bytes = Buffer.from(input.content, 'base64');
    if (!extension) return { refused: 'attachment_unusable', reason: 'type' };
    if (bytes.length > ATTACHMENT_BYTES_MAX) return { refused: 'attachment_too_large', limit: ATTACHMENT_BYTES_MAX };
    if (bytes.length === 0 || !beginsAs(extension, bytes)) return { refused: 'attachment_unusable', reason: 'content' };
    const sha256 = createHash('sha256').update(bytes).digest();
    // Slashes are replaced, so that the name is not a path.
    const name = input.name.replace(/[\\/]/g, '-').trim();
    const attachment: Attachment = { id: newId(), name, extension, size: bytes.length, sha256: sha256.toString('hex') };

    let flag = {};
    const edited = await editDraft(context, input.id, documentLookups.any, async (draft) => {
      const { attachments = [] } = draft.content;
      if (attachments.length >= ATTACHMENTS_MAX)
        return { refused: 'too_many_attachments' as const, limit: ATTACHMENTS_MAX };
      takeTurn(tx, 'files');
      if (!fits(await storedBytes(tx), bytes.length, quotas.storedBytes))
        return { refused: 'storage_full' as const, limit: quotas.storedBytes };
      const of = { documentId: draft.id, id: attachment.id, test: draft.test };
      await keepAttached(tx, objects, { ...of, sha256, bytes, now });
      flag = electronicFlag(draft, [...attachments, attachment], attachment);
      return { ...draft, content: { ...draft.content, attachments: [...attachments, attachment] } } as BillingDocument;
    });
    if ('refused' in edited) return edited;
    const { headers } = edited;
    return { body: { ...attachmentToJson(input.id, attachment, publicUrl), ...flag }, headers };
  },
});

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
