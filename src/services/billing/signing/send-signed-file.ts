import { evidenceOf } from '../../../db/billing/signatures.ts';
import { type Estimate, isFinalized } from '../../../domain/billing/document/document.ts';
import type { SignatureEvidence } from '../../../domain/billing/estimate/signature-evidence.ts';
import { signedDocumentMail } from '../../../mail/signature-mails.ts';
import type { Context } from '../../context.ts';
import { documentAttachment } from '../../mail/mail-attachments.ts';
import { documentLookups, loadDocumentGroup } from '../document-group/load-document-group.ts';
import { recordMissingTimestamp } from './late-timestamp.ts';
import { type SignedFile, signedFile } from './signed-file.ts';
import { sendSigningMail, signingOf } from './signing-mail.ts';

/**
 * The signed file of a procedure, to be rendered without holding a connection; undefined if
 * nothing was signed.
 */
export async function signedFileOf(context: Context, procedureId: string): Promise<SignedFile | undefined> {
  const kept = await evidenceOf(context.tx, procedureId);
  const found = kept && (await loadDocumentGroup(context, kept.documentId, documentLookups.estimate));
  if (!kept || !found || 'refused' in found) return undefined;
  return signedFile(context, found, JSON.parse(kept.text) as SignatureEvidence);
}

/**
 * Stores the signed file and mails it to the signer and the owner. Either can also download it;
 * without a mail server both must.
 */
export async function storeAndSendSigned(
  context: Context,
  procedureId: string,
  { file, made }: { file: SignedFile; made: Buffer },
): Promise<void> {
  const kept = await evidenceOf(context.tx, procedureId);
  const signed = await file.keep(context, made);
  const found = kept && (await loadDocumentGroup(context, kept.documentId, documentLookups.estimate));
  if (!kept || !found || 'refused' in found || 'refused' in signed) return;
  const stamp = file.stamp();
  if (stamp && 'failure' in stamp)
    await recordMissingTimestamp(context, { documentId: kept.documentId, procedureId, reason: stamp.failure });
  const { document, facts } = found.asked;
  if (!isFinalized<Estimate>(document)) return;
  const { signer, signedAt } = JSON.parse(kept.text) as SignatureEvidence;
  const offer = { document, facts };
  const texts = { ...(await signingOf(context, offer)), signer: signer.name, signedAt };
  const files = [documentAttachment(signed)];
  const own = facts.settings.emitter.email;
  if (signer.email)
    await sendSigningMail(context, offer, {
      ...signedDocumentMail(texts, document.content.locale),
      to: [signer.email],
      files,
    });
  if (own)
    await sendSigningMail(context, offer, {
      ...signedDocumentMail(texts, facts.settings.defaults.locale),
      ...{ to: [own], files, owner: true },
    });
}
