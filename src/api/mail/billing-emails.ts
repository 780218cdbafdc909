import * as z from 'zod';
import { customerExists } from '../../db/customers/customer-balance.ts';
import { mailsOf, mailsToCustomer, sendingsSince } from '../../db/mail/mails.ts';
import { type DocumentGroup, documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { COUNTED_SECONDS, MAILS_OF_DOCUMENT_MAX, type MailType } from '../../domain/mail/mail.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { Letter } from '../../mail/document-mail.ts';
import { words } from '../../mail/locales/index.ts';
import { plainText } from '../../mail/plain-text.ts';
import { operation } from '../../pipeline/operation.ts';
import { locale } from '../../schemas/fields/enumerations.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { CustomerMailJson, MailJson, mailType, RenderedMailJson, SendByEmail } from '../../schemas/mail/mail.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { type LockedGroup, lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import { type DocumentFile, prepareFile } from '../../services/billing/files/prepare-file.ts';
import { paperFormatOf } from '../../services/billing/files/render-document.ts';
import type { Context } from '../../services/context.ts';
import { composeMail } from '../../services/mail/compose-mail.ts';
import { documentAttachment, mailAttachments } from '../../services/mail/mail-attachments.ts';
import { shownMail } from '../../services/mail/mail-response.ts';
import { queueMail, queueMailRefusals } from '../../services/mail/queue-mail.ts';
import { sendDocument } from '../../services/mail/send-document.ts';
import { themeOf } from '../../services/themes/find-theme.ts';

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

export const listCustomerEmails = operation({
  name: 'get-customer-emails',
  summary: 'Lists the e-mails sent to a customer, newest first, with their documents and attempts.',
  description:
    'Lists those of the key’s mode (live or test). An organization includes its contacts. E-mails are kept for a year.',
  chapter: 'Customers',
  routes: ['GET /v2/customer/{customerId}/emails'],
  scope: 'billing:read',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object(listing),
  body: z.object({}),
  success: 200,
  output: pageSchema(CustomerMailJson),
  refusals: ['customer_not_found'],
  run: async ({ tx, test }, { id: customerId, page, limit }) => {
    const [isKnown, { mails, total }] = await Promise.all([
      customerExists(tx, customerId),
      mailsToCustomer(tx, { customerId, test }, { page, limit }),
    ]);
    if (!isKnown) return { refused: 'customer_not_found' };
    const docs = mails.map((mail) => ({
      ...shownMail(mail),
      ...{ billingId: mail.documentId ?? null, number: mail.number },
      ...{ nextAttemptAt: mail.nextAt, attempts: mail.attempts },
    }));
    return { body: pageJson({ docs, total, limit, page, nextCursor: undefined }) };
  },
});

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
    const found = await readyTest(context, input);
    if ('refused' in found) return found;
    const { document, facts } = found.asked;
    const paper = { format: await paperFormatOf(document, facts), locale: document.content.locale, mailed: true };
    const prepared = await prepareFile(context, found, paper);
    if ('file' in prepared) return postTest(context, found, prepared.file);
    return {
      aside: prepared.make,
      after: async (again, made: Buffer) => {
        const kept = await prepared.keep(again, made);
        if ('refused' in kept) return kept;
        const still = await readyTest(again, input);
        return 'refused' in still ? still : postTest(again, still, kept);
      },
    };
  },
});

type ReadyTest = DocumentGroup & { letter: Letter; own: string; theme: Theme };

/** The document with its mail text and recipient, if both exist. */
async function readyTest(
  context: Context,
  { id, emailType }: { id: string; emailType: MailType },
): Promise<ReadyTest | Refused<'document_not_found' | 'mail_type_of_other_kind' | 'own_email_missing'>> {
  const found = await loadDocumentGroup(context, id, documentLookups.any);
  if ('refused' in found) return found;
  const theme = await themeOf(context, found.asked.document);
  const about = { theme, publicUrl: context.publicUrl, relatives: documentsOf(found) };
  const letter = composeMail(emailType, found.asked, about);
  if ('refused' in letter) return letter;
  const own = found.asked.facts.settings.emitter.email;
  return own ? { ...found, letter, own, theme } : { refused: 'own_email_missing' };
}

async function postTest(context: Context, { asked, letter, own, theme }: ReadyTest, paper: DocumentFile) {
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
