import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { evidenceText } from '../../audit/pdf-seal/signature-evidence-json.ts';
import { countTry, lockCode, replaceCode, type SentCode, storeEvidence } from '../../db/billing/signatures.ts';
import { noticesSince } from '../../db/mail/mails.ts';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { consentOf } from '../../domain/billing/estimate/consent-text.ts';
import { openSignature, refuseOnline, signOnline } from '../../domain/billing/estimate/signature.ts';
import {
  CODE_DIGITS,
  CODE_SECONDS,
  checkSignatureCode,
  maySendCode,
} from '../../domain/billing/estimate/signature-code.ts';
import type { SignatureEvidence, SignatureStep } from '../../domain/billing/estimate/signature-evidence.ts';
import { type SignatureProcedure } from '../../domain/billing/estimate/signature-procedure.ts';
import { COUNTED_SECONDS, MAILS_OF_DOCUMENT_MAX } from '../../domain/mail/mail.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { customerQuestionMail, estimateDeclinedMail, signatureCodeMail } from '../../mail/signature-mails.ts';
import { commitDocumentGroup } from '../billing/document-group/commit-document-group.ts';
import { sha256Of } from '../billing/files/render-document.ts';
import { sendSigningMail, signersOf, signingOf } from '../billing/signing/signing-mail.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../mail/sender.ts';
import type { AtSignature } from './load-signature.ts';
import { publishViewed } from './record-visit.ts';

/** What a signer submits, and what is known about the request. */
export type Signer = {
  readonly name: string;
  readonly drawing?: string | undefined;
  readonly code?: string | undefined;
  readonly locale: Locale;
  readonly network: string;
  readonly userAgent: string;
  /** SHA-256 of the PDF shown, in hex. */
  readonly shownSha256: string;
};

/** Records the first opening and publishes an event. */
export async function recordSignatureOpened(
  context: Context,
  { held, document, facts, procedure }: AtSignature,
): Promise<void> {
  if (procedure.status !== 'activated') return;
  const opened = openSignature(document, context.now);
  publishViewed(context, { document: opened, facts });
  const after = withDocuments(held.group, opened);
  await commitDocumentGroup(context, held, after, {
    as: { type: 'signature_opened', about: { procedure: procedure.id } },
  });
}

/**
 * Mails a code to verify the customer's address; does nothing if one was just sent or too many
 * were.
 */
export async function sendCode(context: Context, at: AtSignature): Promise<void> {
  const { document, facts, procedure } = at;
  const { tx, now } = context;
  const [email] = signersOf(procedure, document.sealed.customer);
  if (email === undefined || !maySendCode(await lockCode(tx, procedure.id), now)) return;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const letter = signatureCodeMail({ code }, document.content.locale);
  const posted = await sendSigningMail(context, { document, facts }, { ...letter, to: [email] });
  if ('refused' in posted) return;
  const sha256 = hashOf(procedure.id, code);
  replaceCode(tx, { id: procedure.id, test: document.test, sha256, now, endsAt: now + CODE_SECONDS });
}

/**
 * Signs: stores the evidence, marks the offer as signed and queues the next steps. A wrong code is
 * an answer, not a refusal, because it must be counted and refusals roll back.
 */
export async function signAt(
  context: Context,
  at: AtSignature,
  signer: Signer,
): Promise<'signed' | { readonly codeWrong: number } | Refused<'customer_link_not_found'>> {
  const { held, document, procedure } = at;
  const { tx, now } = context;
  const sent = procedure.withCode ? await lockCode(tx, procedure.id) : undefined;
  if (procedure.withCode) {
    const wrong = checkSignatureCode(sent, { isRight: isRight(sent, procedure.id, signer.code), now });
    if (wrong) {
      if (sent) countTry(tx, procedure.id);
      return { codeWrong: wrong.left };
    }
  }
  const text = evidenceText(evidenceOf(context, at, signer, sent));
  const sha256 = sha256Of(Buffer.from(text));
  const by = { signer: signer.name, evidenceSha256: sha256.toString('hex'), ...(sent && { emailVerifiedAt: now }) };
  const signed = signOnline(document, by, now);
  if (isRefusal(signed)) return { refused: 'customer_link_not_found' };
  storeEvidence(tx, { id: procedure.id, test: document.test, documentId: document.id, text, sha256, now });
  const about = { procedure: procedure.id, evidence: by.evidenceSha256 };
  await commitDocumentGroup(context, held, withDocuments(held.group, signed), { as: { type: 'signed', about } });
  return 'signed';
}

/** Declines the offer and notifies the owner, with the reason if given. */
export async function refuseAt(
  context: Context,
  { held, document, facts, procedure }: AtSignature,
  why: Pick<SignatureProcedure, 'reason' | 'word'>,
): Promise<'refused' | Refused<'customer_link_not_found'>> {
  const no = refuseOnline(document, why, context.now);
  if (isRefusal(no)) return { refused: 'customer_link_not_found' };
  const about = { procedure: procedure.id, ...why };
  await commitDocumentGroup(context, held, withDocuments(held.group, no), { as: { type: 'refused', about } });
  const { email } = facts.settings.emitter;
  const offer = { document, facts };
  const letter = estimateDeclinedMail({ ...(await signingOf(context, offer)), ...why }, facts.settings.defaults.locale);
  if (email) await sendSigningMail(context, offer, { ...letter, to: [email], owner: true });
  return 'refused';
}

/**
 * Mails the customer's question to the owner; refused if the daily limit of mails about the
 * document is reached.
 */
export async function askAt(
  context: Context,
  { document, facts, procedure }: AtSignature,
  question: string,
): Promise<'asked' | Refused<'too_many_mails_of_document'>> {
  const { email } = facts.settings.emitter;
  const limit = MAILS_OF_DOCUMENT_MAX;
  if (!email || (await mailsAbout(context, document)) >= limit) return { refused: 'too_many_mails_of_document', limit };
  const offer = { document, facts };
  const [from] = signersOf(procedure, document.sealed.customer);
  const said = { ...(await signingOf(context, offer)), question, email: from };
  const letter = customerQuestionMail(said, facts.settings.defaults.locale);
  const posted = await sendSigningMail(context, offer, { ...letter, to: [email], owner: true });
  return 'refused' in posted ? { refused: 'too_many_mails_of_document', limit } : 'asked';
}

/** Whether a question can reach the owner: there are an address and a mail server. */
export const takesQuestions = (
  { mail }: Pick<Context, 'mail'>,
  { document, facts }: Pick<AtSignature, 'document' | 'facts'>,
): boolean => facts.settings.emitter.email !== undefined && (document.test || mail !== undefined);

const mailsAbout = ({ tx, now }: Context, { id }: { id: string }): Promise<number> =>
  noticesSince(tx, id, now - COUNTED_SECONDS);

const isRight = (sent: SentCode | undefined, id: string, code = ''): boolean =>
  sent !== undefined && timingSafeEqual(sent.sha256, hashOf(id, code.replace(/\s/g, '')));

/** Bound to its procedure: the same digits for another one are invalid. */
const hashOf = (id: string, code: string): Buffer => createHash('sha256').update(`${id} ${code}`).digest();

function evidenceOf(
  { now }: Context,
  { document, facts, procedure }: AtSignature,
  { name, drawing, locale, network, userAgent, shownSha256 }: Signer,
  sent: SentCode | undefined,
): SignatureEvidence {
  const { sealed, kind, id, title, content, totals } = document;
  const [email] = signersOf(procedure, sealed.customer);
  const siren = sealed.emitter.siret?.slice(0, SIREN_DIGITS);
  return {
    procedureId: procedure.id,
    document: {
      ...{ kind, id, number: sealed.number, ...(title !== undefined && { title }) },
      ...{ total: taxIncluded(totalOf(totals.breakdown)), currency: content.currency.code },
    },
    account: { name: nameOf(sealed.emitter, facts.settings), ...(siren && { siren }) },
    ...{ askedAt: procedure.askedAt, askedBy: procedure.askedBy, openedAt: procedure.openedAt ?? now },
    ...(sent && { emailVerifiedAt: now }),
    signedAt: now,
    signer: { name, ...(email && { email }), network, userAgent },
    consent: consentOf(kind, sealed.number, locale),
    language: locale,
    ...(drawing && { drawing }),
    shownSha256,
    steps: stepsOf(procedure, now, { email, sent }),
  };
}

/** A SIRET starts with the SIREN of its company. */
const SIREN_DIGITS = 9;

function stepsOf(
  { askedAt, activatedAt, remindedAt, openedAt }: SignatureProcedure,
  now: number,
  { email, sent }: { email: string | undefined; sent: SentCode | undefined },
): SignatureStep[] {
  const to = email === undefined ? {} : { detail: email };
  const steps: (SignatureStep | false)[] = [
    { at: askedAt, step: 'asked' },
    activatedAt !== undefined && { at: activatedAt, step: 'mailed', ...to },
    remindedAt !== undefined && { at: remindedAt, step: 'reminded', ...to },
    { at: openedAt ?? now, step: 'opened' },
    sent !== undefined && { at: sent.sentAt, step: 'code_sent', ...to },
    sent !== undefined && { at: now, step: 'code_verified' },
    { at: now, step: 'signed' },
  ];
  return steps.filter((step) => step !== false).toSorted((a, b) => a.at - b.at);
}
