import * as z from 'zod';
import { sendingsSince } from '../../db/mail/mails.ts';
import { COUNTED_SECONDS, MAILS_OF_DOCUMENT_MAX } from '../../domain/mail/mail.ts';
import { plainText } from '../../mail/plain-text.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { SendByEmail } from '../../schemas/mail/mail.ts';
import { documentLookups } from '../../services/billing/document-group/load-document-group.ts';
import { type LockedGroup, lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import { type DocumentFile, prepareFile } from '../../services/billing/files/prepare-file.ts';
import { paperFormatOf } from '../../services/billing/files/render-document.ts';
import type { Context } from '../../services/context.ts';
import { queueMailRefusals } from '../../services/mail/queue-mail.ts';
import { sendDocument } from '../../services/mail/send-document.ts';

export const sendBillingByEmail = operation({
  name: 'send-billing-by-email',
  summary: 'Sends a finalized document by e-mail, with its attachments.',
  description: `The answer comes once the e-mail is queued; \`GET /v2/billing/{id}/emails\` shows its delivery. The button of the e-mail gets the customer’s link to the document (that of \`POST /v2/billing/{id}/link\`). At most ${MAILS_OF_DOCUMENT_MAX} e-mails a day for a document. E-mails of test documents go to the local mailbox.`,
  chapter: 'Documents',
  routes: ['POST /v2/billing/{billingId}/send-by-email'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: SendByEmail,
  success: 204,
  output: z.undefined(),
  refusals: [
    ...([
      'document_not_found',
      'version_stale',
      'not_yet_finalized',
      'mail_without_text',
      'own_email_missing',
    ] as const),
    'too_many_mails_of_document',
    ...queueMailRefusals,
  ],
  example: {
    emails: ['lea.moreau@example.org'],
    subject: 'Facture F-2026-0001 de Zoé Martin EI',
    content: '<p>Bonjour,</p><p>Vous trouverez ci-joint notre facture.</p>',
    inCopy: true,
  },

  async run(context, input) {
    const found = await sendable(context, input);
    if ('refused' in found) return found;
    const { document, facts } = found.group.asked;
    const paper = { format: await paperFormatOf(document, facts), locale: document.content.locale, mailed: true };
    const prepared = await prepareFile(context, found.group, paper);
    if ('file' in prepared) return send(context, input, { found, paper: prepared.file });
    return {
      aside: prepared.make,
      after: async (again, made: Buffer) => {
        const kept = await prepared.keep(again, made);
        if ('refused' in kept) return kept;
        const still = await sendable(again, input);
        return 'refused' in still ? still : send(again, input, { found: still, paper: kept });
      },
    };
  },
});

type Sending = { id: string; emails: string[]; subject: string; content: string; inCopy?: boolean | undefined };

/** The document, locked, if it can be sent. */
async function sendable(context: Context, input: Sending) {
  const { tx, now } = context;
  const found = await lockDocumentGroup(context, input.id, documentLookups.any);
  if ('refused' in found) return found;
  const { document, facts } = found.group.asked;
  if (!document.sealed) return { refused: 'not_yet_finalized' } as const;
  if (plainText(await madeHarmless(input.content)) === '') return { refused: 'mail_without_text' } as const;
  if (input.inCopy && !facts.settings.emitter.email) return { refused: 'own_email_missing' } as const;
  if ((await sendingsSince(tx, document.id, now - COUNTED_SECONDS)) >= MAILS_OF_DOCUMENT_MAX)
    return { refused: 'too_many_mails_of_document', limit: MAILS_OF_DOCUMENT_MAX } as const;
  return found;
}

/** Loaded with the first mail: the HTML sanitizer takes 19 MB. */
const madeHarmless = async (html: string): Promise<string> =>
  (await import('../../mail/sanitize-html.ts')).harmless(html);

const send = async (context: Context, input: Sending, { found, paper }: { found: LockedGroup; paper: DocumentFile }) =>
  sendDocument(context, found, { ...input, content: await madeHarmless(input.content), paper });
