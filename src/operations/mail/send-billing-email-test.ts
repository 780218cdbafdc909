import * as z from 'zod';
import { id } from '../../contract/id.ts';
import { mailType } from '../../contract/mail.ts';
import { partiesOf } from '../../domain/document/parties.ts';
import { seeDocument, wanted } from '../documents/seen-family.ts';
import { operation } from '../operation.ts';
import { filesAlong } from './files-along.ts';
import { letterFor } from './letter-for.ts';
import { postMail, postRefusals } from './post-mail.ts';

export const sendBillingEmailTest = operation({
  name: 'send-billing-email-test',
  summary: 'Sends the mail of a type about a document to the company’s own address.',
  description: 'Drafts too. Of a test document or with a test key it goes to the mailbox.',
  chapter: 'Documents',
  routes: ['POST /v2/billing/{id}/email/{emailType}/test'],
  scope: 'billing:write',
  path: z.object({ id, emailType: mailType }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: ['document_not_found', 'mail_type_of_other_kind', 'own_email_missing', ...postRefusals],
  run: async (context, input) => {
    const found = await seeDocument(context, input.id, wanted.any);
    if ('refused' in found) return found;
    const { document, facts } = found.seen;
    const letter = letterFor(input.emailType, found.seen);
    if ('refused' in letter) return letter;
    const { settings } = facts;
    if (!settings.emitter.email) return { refused: 'own_email_missing' };
    const posted = await postMail(context, {
      purpose: 'trial',
      test: context.test || document.test,
      documentId: document.id,
      isTestDocument: document.test,
      to: [settings.emitter.email],
      ...letter,
      locale: document.content.locale,
      files: await filesAlong(context, document),
      settings,
      emitter: partiesOf(document, facts).emitter,
    });
    return 'refused' in posted ? posted : { body: undefined };
  },
});
