import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { paragraph } from '../../mail/document-mail.ts';
import { mailSignaturePreview } from '../../mail/owner-notices.ts';
import { operation } from '../../pipeline/operation.ts';
import { SendTestSignature } from '../../schemas/mail/mail.ts';
import { queueMail, queueMailRefusals } from '../../services/mail/queue-mail.ts';
import { footOf, nameOf, signatureOf } from '../../services/mail/sender.ts';

export const sendTestEmailSignature = operation({
  name: 'send-test-email-signature',
  summary: 'Sends a test of the e-mail signature to the company’s own address.',
  description:
    'Without `content`, the `mailSignature` of the company is used, or a signature made from its identity. The content is not stored. With a test key the e-mail goes to the local mailbox.',
  chapter: 'Documents',
  routes: ['POST /v2/billing/send-test-signature'],
  scope: 'billing:write',
  path: z.object({}),
  query: z.object({}),
  body: SendTestSignature,
  success: 204,
  output: z.undefined(),
  refusals: ['own_email_missing', ...queueMailRefusals],
  example: { content: '<p>Zoé Martin<br>Formatrice</p>' },
  run: async (context, input) => {
    const { settings } = await settingsOf(context.tx);
    const { emitter, defaults } = settings;
    if (!emitter.email) return { refused: 'own_email_missing' };
    const { harmless } = await import('../../mail/sanitize-html.ts');
    const signature = harmless(input.content ?? paragraph(...(signatureOf(settings) ?? footOf(emitter, settings))));
    const letter = mailSignaturePreview({ from: nameOf(emitter, settings), signature }, defaults.locale);
    const posted = await queueMail(context, {
      purpose: 'signature',
      test: context.test,
      to: [emitter.email],
      ...letter,
      ...{ locale: defaults.locale, settings },
    });
    return 'refused' in posted ? posted : { body: undefined };
  },
});
