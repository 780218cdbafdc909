import { lockActiveLink, revokeLink } from '../../../db/portal/customer-links.ts';
import { isFinalized } from '../../../domain/billing/document/document.ts';
import { type DocumentGroup, withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { activateSignature, isReadyToSign } from '../../../domain/billing/estimate/signature.ts';
import { type SignatureProcedure } from '../../../domain/billing/estimate/signature-procedure.ts';
import { DOCUMENT_LINK_SECONDS } from '../../../domain/portal/customer-link.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { signatureRequestMail } from '../../../mail/signature-mails.ts';
import type { Context } from '../../context.ts';
import type { queueMailRefusals } from '../../mail/queue-mail.ts';
import { createCustomerLink } from '../../portal/create-customer-link.ts';
import { sendSigningMail, signersOf, signingOf } from './signing-mail.ts';

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
