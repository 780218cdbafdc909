import type { MailAttachment } from '../../../db/mail/mails.ts';
import type { Estimate, Finalized } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import type { SignatureProcedure } from '../../../domain/billing/estimate/signature-procedure.ts';
import { emailOf, type Party } from '../../../domain/customers/party.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { withTypographicApostrophes } from '../../../domain/text/apostrophes.ts';
import type { Letter } from '../../../mail/document-mail.ts';
import type { Signing } from '../../../mail/signature-mails.ts';
import type { Context } from '../../context.ts';
import { queueMail, type queueMailRefusals } from '../../mail/queue-mail.ts';
import { nameOf } from '../../mail/sender.ts';
import { themeOf } from '../../themes/theme-of-document.ts';

/** A finalized offer and its context. */
export type Offer = { readonly document: Finalized<Estimate>; readonly facts: Facts };

/** How signature mails name an offer. */
export async function signingOf(context: Context, { document, facts }: Offer): Promise<Signing> {
  const { colours } = await themeOf(context, document);
  const { number, emitter } = document.sealed;
  const from = withTypographicApostrophes(nameOf(emitter, facts.settings));
  return { kind: document.kind, number, from, zone: facts.settings.zone, colours };
}

/** The signers of a procedure: those it names, otherwise the customer. */
export function signersOf(
  { emails }: Pick<SignatureProcedure, 'emails'>,
  customer: Party | undefined,
): readonly string[] {
  if (emails.length > 0) return emails;
  const own = customer && emailOf(customer);
  return own === undefined ? [] : [own];
}

/** Queues a mail about the signature of an offer; for a test document it goes to the mailbox. */
export const sendSigningMail = async (
  context: Context,
  { document, facts }: Offer,
  mail: Letter & { to: readonly string[]; files?: readonly MailAttachment[]; owner?: boolean },
): Promise<{ mailId: string } | Refused<(typeof queueMailRefusals)[number]>> =>
  queueMail(context, {
    purpose: mail.owner ? 'notice' : 'document',
    test: document.test,
    documentId: document.id,
    isTestDocument: document.test,
    ...{ to: mail.to, subject: mail.subject, content: mail.content, files: mail.files ?? [] },
    locale: mail.owner ? facts.settings.defaults.locale : document.content.locale,
    settings: facts.settings,
    emitter: document.sealed.emitter,
    theme: await themeOf(context, document),
  });
