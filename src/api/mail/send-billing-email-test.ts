import * as z from 'zod';
import { type DocumentGroup, documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import type { MailType } from '../../domain/mail/mail-type.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { Letter } from '../../mail/document-mail.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { mailType } from '../../schemas/mail/mail.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { type DocumentFile, prepareFile } from '../../services/billing/files/prepare-file.ts';
import { paperFormatOf } from '../../services/billing/files/render-document.ts';
import type { Context } from '../../services/context.ts';
import { composeMail } from '../../services/mail/compose-mail.ts';
import { documentAttachment, mailAttachments } from '../../services/mail/mail-attachments.ts';
import { queueMail, queueMailRefusals } from '../../services/mail/queue-mail.ts';
import { themeOf } from '../../services/themes/find-theme.ts';

export const sendBillingEmailTest = operation({
  name: 'send-billing-email-test',
  summary: 'Sends a test of an e-mail about a document to the company’s own address.',
  description: 'The document may be a draft. E-mails of test documents go to the local mailbox.',
  chapter: 'Documents',
  routes: ['POST /v2/billing/{billingId}/email/{emailType}/test'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found'), emailType: mailType }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: [
    'document_not_found',
    'version_stale',
    'mail_type_of_other_kind',
    'own_email_missing',
    ...queueMailRefusals,
  ],

  async run(context, input) {
    const found = await ready(context, input);
    if ('refused' in found) return found;
    const { document, facts } = found.asked;
    const paper = { format: await paperFormatOf(document, facts), locale: document.content.locale, mailed: true };
    const prepared = await prepareFile(context, found, paper);
    if ('file' in prepared) return post(context, found, prepared.file);
    return {
      aside: prepared.make,
      after: async (again, made: Buffer) => {
        const kept = await prepared.keep(again, made);
        if ('refused' in kept) return kept;
        const still = await ready(again, input);
        return 'refused' in still ? still : post(again, still, kept);
      },
    };
  },
});

type Ready = DocumentGroup & { letter: Letter; own: string; theme: Theme };

/** The document with its mail text and recipient, if both exist. */
async function ready(
  context: Context,
  { id, emailType }: { id: string; emailType: MailType },
): Promise<Ready | Refused<'document_not_found' | 'mail_type_of_other_kind' | 'own_email_missing'>> {
  const found = await loadDocumentGroup(context, id, documentLookups.any);
  if ('refused' in found) return found;
  const theme = await themeOf(context, found.asked.document);
  const about = { theme, publicUrl: context.publicUrl, relatives: documentsOf(found) };
  const letter = composeMail(emailType, found.asked, about);
  if ('refused' in letter) return letter;
  const own = found.asked.facts.settings.emitter.email;
  return own ? { ...found, letter, own, theme } : { refused: 'own_email_missing' };
}

async function post(context: Context, { asked, letter, own, theme }: Ready, paper: DocumentFile) {
  const { document, facts } = asked;
  const posted = await queueMail(context, {
    purpose: 'trial',
    test: context.test || document.test,
    documentId: document.id,
    isTestDocument: document.test,
    to: [own],
    ...letter,
    locale: document.content.locale,
    files: [documentAttachment(paper), ...mailAttachments(document)],
    settings: facts.settings,
    emitter: partiesOf(document, facts).emitter,
    theme,
  });
  return 'refused' in posted ? posted : { body: undefined };
}
