import { type Estimate, isFinalized } from '../../../domain/billing/document/document.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { remindOfSignature } from '../../../domain/billing/estimate/signature.ts';
import { type SignatureProcedure } from '../../../domain/billing/estimate/signature-procedure.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { signatureRequestMail } from '../../../mail/signature-mails.ts';
import type { Context } from '../../context.ts';
import { addressOfLink } from '../../portal/create-customer-link.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentResponse } from '../document-group/document-response.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';
import { sendSigningMail, signersOf, signingOf } from './signing-mail.ts';

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
