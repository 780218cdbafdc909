import * as z from 'zod';
import { fileOfMail, mailboxMail, mailboxMails } from '../../db/mail/mails.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { ID_MAX, idOr } from '../../schemas/fields/id.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { KeptMailJson, KeptMailWithTextJson } from '../../schemas/mail/mail.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../services/context.ts';
import { shownKept, withOpenableLinks } from '../../services/mail/mail-response.ts';

export const getMailbox = operation({
  name: 'get-mailbox',
  summary: 'Lists the e-mails of test documents and test keys, newest first. None of them was sent.',
  description: 'To read the mailbox in a browser, open `/mailbox`. E-mails are kept for a year.',
  chapter: 'Mailbox',
  routes: ['GET /v2/mailbox'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object(listing),
  body: z.object({}),
  success: 200,
  output: pageSchema(KeptMailJson),
  refusals: [],
  run: async ({ tx }, { page, limit }) => {
    const { mails, total } = await mailboxMails(tx, { page, limit });
    return { body: pageJson({ docs: mails.map(shownKept), total, limit, page, nextCursor: undefined }) };
  },
});

export const getMailboxMail = operation({
  name: 'get-mailbox-mail',
  summary: 'Reads an e-mail of the local mailbox, as HTML and as plain text.',
  chapter: 'Mailbox',
  routes: ['GET /v2/mailbox/{mailId}'],
  scope: 'billing:read',
  path: z.object({ id: idOr('mail_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: KeptMailWithTextJson,
  refusals: ['mail_not_found'],
  run: async (context, { id }) => {
    const mail = await mailboxMail(context.tx, id);
    if (!mail) return { refused: 'mail_not_found' };
    const { logo } = mail.content;
    const { html, text, links } = await withOpenableLinks(context, mail.content);
    const picture = logo && mail.files[logo.at];
    return {
      body: { ...shownKept(mail), html, text, links, logo: picture ? { cid: logo.cid, sha256: picture.sha256 } : null },
    };
  },
});

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
