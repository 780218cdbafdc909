import * as z from 'zod';
import { documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { words } from '../../mail/locales/index.ts';
import { plainText } from '../../mail/plain-text.ts';
import { operation } from '../../pipeline/operation.ts';
import { locale } from '../../schemas/fields/enumerations.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { mailType, RenderedMailJson } from '../../schemas/mail/mail.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { composeMail } from '../../services/mail/compose-mail.ts';
import { themeOf } from '../../services/themes/find-theme.ts';

export const renderBillingEmail = operation({
  name: 'render-billing-email',
  summary: 'Returns a draft e-mail about a document, to read, edit and send.',
  description:
    'The button in the draft leads to a placeholder page: the link is created when the e-mail is sent (`send-billing-by-email`).',
  chapter: 'Documents',
  routes: ['GET /v2/billing/{billingId}/email/{emailType}/render'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found'), emailType: mailType }),
  query: z.object({
    locale: locale.optional().meta({ description: 'The language of the e-mail; by default that of the document.' }),
  }),
  body: z.object({}),
  success: 200,
  output: RenderedMailJson,
  refusals: ['document_not_found', 'mail_type_of_other_kind'],
  run: async (context, input) => {
    const found = await loadDocumentGroup(context, input.id, documentLookups.any);
    if ('refused' in found) return found;
    const theme = await themeOf(context, found.asked.document);
    const letter = composeMail(input.emailType, found.asked, {
      theme,
      publicUrl: context.publicUrl,
      locale: input.locale,
      relatives: documentsOf(found),
    });
    if ('refused' in letter) return letter;
    const { between } = words[input.locale ?? found.asked.document.content.locale];
    return { body: { ...letter, text: plainText(letter.content, between) } };
  },
});
