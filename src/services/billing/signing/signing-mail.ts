import type { MailAttachment } from '../../../db/mail/mails.ts';
import { lockActiveLink, revokeLink } from '../../../db/portal/customer-links.ts';
import { type Estimate, type Finalized, isFinalized } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { type DocumentGroup, withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { activateSignature, isReadyToSign, remindOfSignature } from '../../../domain/billing/estimate/signature.ts';
import type { SignatureProcedure } from '../../../domain/billing/estimate/signature-procedure.ts';
import { emailOf, type Party } from '../../../domain/customers/party.ts';
import { DOCUMENT_LINK_SECONDS } from '../../../domain/portal/customer-link.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { withTypographicApostrophes } from '../../../domain/text/typography.ts';
import type { Letter } from '../../../mail/document-mail.ts';
import { type Signing, signatureRequestMail } from '../../../mail/signature-mails.ts';
import type { Context } from '../../context.ts';
import { queueMail, type queueMailRefusals } from '../../mail/queue-mail.ts';
import { nameOf } from '../../mail/sender.ts';
import { addressOfLink, createCustomerLink } from '../../portal/customer-link.ts';
import { themeOf } from '../../themes/find-theme.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentResponse } from '../document-group/document-response.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';

/**
 * Mails the customer a signing link, if the request is possible, and returns the changed document
 * group for the caller, who holds the lock, to write. Earlier links stop working.
 */
export async function requestSignature<F extends DocumentGroup>(
  context: Context,
  group: F,
): Promise<F | Refused<(typeof queueMailRefusals)[number]>> {
  const { document, facts } = group.asked;
  if (!isReadyToSign(document, facts) || !isFinalized(document)) return group;
  const { tx, now } = context;
  const { id, emails, message } = document.life.signature as SignatureProcedure;
  const former = await lockActiveLink(tx, document.id, 'signature');
  if (former) revokeLink(tx, former.id, now);
  const about = { purpose: 'signature', documentId: document.id, test: document.test } as const;
  const { url } = createCustomerLink(context, { id, ...about, endsAt: now + DOCUMENT_LINK_SECONDS });
  const offer = { document, facts };
  const { validUntilAt } = document.sealed;
  const texts = { ...(await signingOf(context, offer)), url, message, validUntilAt, again: false };
  const letter = signatureRequestMail(texts, document.content.locale);
  const posted = await sendSigningMail(context, offer, {
    ...letter,
    to: signersOf({ emails }, document.sealed.customer),
  });
  if ('refused' in posted) return posted;
  return withDocuments(group, activateSignature(document, now)) as F;
}

/** Mails the signing link to the customer again and records it on the offer. */
export async function remindToSign(context: Context, id: string) {
  const locked = await lockDocumentGroup(context, id, documentLookups.estimate, { moves: true });
  if ('refused' in locked) return locked;
  const { document, facts } = locked.group.asked;
  const reminded = remindOfSignature(document, context.now);
  if (isRefusal(reminded)) return reminded;
  if (!isFinalized<Estimate>(reminded)) return { refused: 'signature_not_found' } as const;
  const procedure = reminded.life.signature as SignatureProcedure;
  const offer = { document: reminded, facts };
  const url = addressOfLink(context, procedure);
  const { validUntilAt, customer } = reminded.sealed;
  const texts = { ...(await signingOf(context, offer)), url, message: procedure.message, validUntilAt, again: true };
  const letter = signatureRequestMail(texts, reminded.content.locale);
  const posted = await sendSigningMail(context, offer, { ...letter, to: signersOf(procedure, customer) });
  if ('refused' in posted) return posted;
  const about = { procedure: procedure.id, reminders: procedure.reminders };
  const after = withDocuments(locked.group, reminded);
  return documentResponse(
    context,
    await commitDocumentGroup(context, locked, after, { as: { type: 'signature_reminded', about } }),
  );
}

/** A finalized offer and its context. */
type Offer = { readonly document: Finalized<Estimate>; readonly facts: Facts };

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
