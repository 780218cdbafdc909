import * as z from 'zod';
import { mailsOf } from '../../db/mail/mails.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { MailJson } from '../../schemas/mail/mail.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { shownMail } from '../../services/mail/mail-response.ts';

export const listBillingEmails = operation({
  name: 'get-billing-emails',
  summary: 'Lists the e-mails about a document, newest first, with their recipients and attempts.',
  description: 'E-mails are kept for a year.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/{billingId}/emails'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object(listing),
  body: z.object({}),
  success: 200,
  output: pageSchema(MailJson),
  refusals: ['document_not_found'],
  run: async (context, { id, page, limit }) => {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const { mails, total } = await mailsOf(context.tx, id, { page, limit });
    const docs = mails.map((mail) => ({
      ...shownMail(mail),
      nextAttemptAt: mail.nextAt,
      attempts: mail.attempts,
    }));
    return { body: pageJson({ docs, total, limit, page, nextCursor: undefined }) };
  },
});
