import * as z from 'zod';
import { fileOfMail, mailboxMail } from '../../db/mail/mails.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { ID_MAX, idOr } from '../../schemas/fields/id.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../services/context.ts';

export const getMailboxFile = operation({
  name: 'get-mailbox-file',
  summary: 'Gets an attachment of an e-mail in the local mailbox.',
  description: 'The attachments of e-mails are kept for 30 days.',
  chapter: 'Mailbox',
  routes: ['GET /v2/mailbox/{mailId}/files/{fileId}'],
  scope: 'billing:read',
  path: z.object({
    id: idOr('mail_not_found'),
    fileId: z
      .string()
      .max(ID_MAX)
      .meta({
        description: 'The `sha256` of one of the `files` of the e-mail, or of its `logo`.',
        example: 'e3b0c442'.repeat(8),
      }),
  }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  limiter: 'files',
  refusals: ['mail_not_found', 'attachment_not_found'],

  async run(context, { id, fileId }) {
    const mail = await mailboxMail(context.tx, id);
    if (!mail) return { refused: 'mail_not_found' };
    const file = mail.files.find(({ sha256 }) => sha256 === fileId);
    const kept = file && (await fileOfMail(context.tx, id, Buffer.from(file.sha256, 'hex')));
    if (!file || !kept) return { refused: 'attachment_not_found' };
    const { name, mediaType } = file;
    const answer = (bytes: Buffer) => ({ body: { name, mediaType, bytes } });
    if (kept.bytes) return answer(await readVerifiedBytes(context, kept));
    return { aside: () => readVerifiedBytes(context, kept), after: async (_: Context, bytes: Buffer) => answer(bytes) };
  },
});
