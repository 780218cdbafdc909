import type { Refused } from '../../refusal.ts';
import { type BillingDocument, type Estimate, isEstimate } from '../document/document.ts';
import type { Facts } from '../document/draft-context.ts';
import { changed } from '../document/group/after-finalizing.ts';
import { refuse, sign } from './accept-or-decline.ts';
import type { SignatureProcedure } from './signature-procedure.ts';
import { unmetSignatureRequirements } from './signature-requirements.ts';

/** Reminders a procedure may have, and seconds between two. */
const SIGNATURE_REMINDERS_MAX = 10;
const SIGNATURE_REMINDER_SECONDS = 3_600;

/** The procedure of an offer, where there is one. */
export const procedureOf = (document: BillingDocument): SignatureProcedure | undefined =>
  isEstimate(document) ? document.life.signature : undefined;

/** Whether its customer may still answer. */
const isUnderWay = (procedure: SignatureProcedure | undefined): procedure is SignatureProcedure =>
  procedure !== undefined && ['requested', 'activated', 'on_going'].includes(procedure.status);

/** What the page says to whom holds the link: he may answer, or why not. */
export type SigningState = 'open' | 'signed' | 'refused' | 'cancelled' | 'expired';

/** What the holder of a link to sign finds today. A decision the owner recorded himself counts as the customer's. */
export function signingState(estimate: Estimate, procedure: SignatureProcedure, facts: Facts): SigningState {
  if (estimate.state === 'signed') return 'signed';
  if (estimate.state === 'refused') return 'refused';
  if (!isUnderWay(procedure)) return 'cancelled';
  return unmetSignatureRequirements(estimate, facts).includes('isNotExpired') ? 'expired' : 'open';
}

type Asked = Pick<SignatureProcedure, 'id' | 'emails' | 'message' | 'withCode' | 'askedBy'>;

/**
 * Asks for a signature. Of a draft it waits for its finalization; of a finalized offer all requirements must be met. Refused
 * while another is under way, and where the customer has answered.
 */
export function askForSignature(
  estimate: Estimate,
  facts: Facts,
  asked: Asked,
): Estimate | Refused<'signature_under_way' | 'signature_requirements_unmet'> {
  if (isUnderWay(estimate.life.signature)) return { refused: 'signature_under_way' };
  const signature: SignatureProcedure = { ...asked, status: 'requested', askedAt: facts.now, reminders: 0 };
  const procedure = withProcedure(estimate, signature, facts.now);
  const requirements = unmetSignatureRequirements(procedure, facts);
  if (estimate.sealed && requirements.length > 0) return { refused: 'signature_requirements_unmet', requirements };
  return procedure;
}

/** Whether what was asked for can be sent now. */
export function isReadyToSign(document: BillingDocument, facts: Facts): document is Estimate {
  const procedure = procedureOf(document);
  return procedure?.status === 'requested' && unmetSignatureRequirements(document as Estimate, facts).length === 0;
}

/** The customer is sent his link, and so the offer. In the step that seals or asks: the document's version is raised there. */
export const activateSignature = (estimate: Estimate, now: number): Estimate => ({
  ...estimate,
  life: {
    ...estimate.life,
    lastSentAt: now,
    signature: { ...(estimate.life.signature as SignatureProcedure), status: 'activated', activatedAt: now },
  },
});

/** He opens it, for the first time. */
export const openSignature = (estimate: Estimate, now: number): Estimate =>
  moved(estimate, { status: 'on_going', openedAt: now }, now);

/** He is reminded: not more often than an hour, and not for ever. */
export function remindOfSignature(
  estimate: Estimate,
  now: number,
): Estimate | Refused<'signature_not_found' | 'signature_reminded_already'> {
  const procedure = estimate.life.signature;
  if (!isUnderWay(procedure) || procedure.status === 'requested') return { refused: 'signature_not_found' };
  const { reminders, remindedAt = procedure.activatedAt ?? now } = procedure;
  if (reminders >= SIGNATURE_REMINDERS_MAX) return { refused: 'signature_reminded_already', limit: reminders };
  const wait = remindedAt + SIGNATURE_REMINDER_SECONDS - now;
  if (wait > 0) return { refused: 'signature_reminded_already', limit: SIGNATURE_REMINDERS_MAX, retryAfter: wait };
  return moved(estimate, { reminders: reminders + 1, remindedAt: now }, now);
}

/** The owner takes the asking back. */
export function cancelSignature(estimate: Estimate, now: number): Estimate | Refused<'signature_not_found'> {
  if (!isUnderWay(estimate.life.signature)) return { refused: 'signature_not_found' };
  return moved(estimate, { status: 'cancelled', canceledAt: now }, now);
}

/** He signs: the offer is signed with it. */
export function signOnline(
  estimate: Estimate,
  by: Pick<SignatureProcedure, 'signer' | 'emailVerifiedAt' | 'evidenceSha256'>,
  now: number,
): ReturnType<typeof sign> {
  const signed = sign(estimate, now);
  return 'refused' in signed
    ? signed
    : { ...signed, life: lifeWith(estimate, { ...by, status: 'signed', signedAt: now }) };
}

/** He declines: the offer is refused with it. */
export function refuseOnline(
  estimate: Estimate,
  why: Pick<SignatureProcedure, 'reason' | 'word'>,
  now: number,
): ReturnType<typeof refuse> {
  const no = refuse(estimate, now);
  return 'refused' in no ? no : { ...no, life: lifeWith(estimate, { ...why, status: 'refused', refusedAt: now }) };
}

/** Nobody stamped the signed file: it is sealed without, and says so. */
export const withoutTimeStamp = (estimate: Estimate, now: number): Estimate =>
  moved(estimate, { stamp: { lackingSince: now } }, now);

/**
 * An authority has stamped the chain that tells the file, at `coveredAt`. The file itself stays as both parties have it; undefined where
 * nothing was lacking, or is not any more.
 */
export function coverByChainStamp(
  estimate: Estimate,
  { coveredAt, now }: { coveredAt: number; now: number },
): Estimate | undefined {
  const stamp = estimate.life.signature?.stamp;
  if (!stamp || stamp.coveredAt !== undefined) return undefined;
  return moved(estimate, { stamp: { ...stamp, coveredAt } }, now);
}

const withProcedure = (estimate: Estimate, signature: SignatureProcedure, now: number): Estimate =>
  changed(estimate, { life: { ...estimate.life, signature } }, now);

const moved = (estimate: Estimate, by: Partial<SignatureProcedure>, now: number): Estimate =>
  changed(estimate, { life: lifeWith(estimate, by) }, now);

const lifeWith = ({ life }: Estimate, by: Partial<SignatureProcedure>): Estimate['life'] => ({
  ...life,
  signature: { ...(life.signature as SignatureProcedure), ...by },
});
