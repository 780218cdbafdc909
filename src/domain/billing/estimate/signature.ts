import type { Party } from '../../customers/party.ts';
import { type Refused, type SignatureRequirementName, signatureRequirementNames } from '../../refusal.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import { type BillingDocument, type Estimate, isEstimate, isFinalized } from '../document/document.ts';
import { datesOf } from '../document/document-dates.ts';
import type { Facts } from '../document/draft-context.ts';
import { changed } from '../document/group/after-finalizing.ts';
import { refuse, sign } from './accept-or-decline.ts';
import type { SignatureProcedure } from './signature-procedure.ts';

/** Reminders per procedure, and seconds between two. */
const SIGNATURE_REMINDERS_MAX = 10;
const SIGNATURE_REMINDER_SECONDS = 3_600;

/** The signature procedure of an offer, if any. */
export const procedureOf = (document: BillingDocument): SignatureProcedure | undefined =>
  isEstimate(document) ? document.life.signature : undefined;

/** Whether the customer may still answer. */
const isUnderWay = (procedure: SignatureProcedure | undefined): procedure is SignatureProcedure =>
  procedure !== undefined && ['requested', 'activated', 'on_going'].includes(procedure.status);

/** The state of a signing page: the customer may answer, or why not. */
export type SigningState = 'open' | 'signed' | 'refused' | 'cancelled' | 'expired';

/**
 * The state the signing page shows today. A decision recorded by the owner counts as the
 * customer's.
 */
export function signingState(estimate: Estimate, procedure: SignatureProcedure, facts: Facts): SigningState {
  if (estimate.state === 'signed') return 'signed';
  if (estimate.state === 'refused') return 'refused';
  if (!isUnderWay(procedure)) return 'cancelled';
  return unmetSignatureRequirements(estimate, facts).includes('isNotExpired') ? 'expired' : 'open';
}

type SignatureRequest = Pick<SignatureProcedure, 'id' | 'emails' | 'message' | 'withCode' | 'askedBy'>;

/**
 * Requests a signature. On a draft the request waits for finalization; a finalized offer must meet
 * all requirements. Refused while another request is open, and if the customer has answered.
 */
export function askForSignature(
  estimate: Estimate,
  facts: Facts,
  asked: SignatureRequest,
): Estimate | Refused<'signature_under_way' | 'signature_requirements_unmet'> {
  if (isUnderWay(estimate.life.signature)) return { refused: 'signature_under_way' };
  const signature: SignatureProcedure = { ...asked, status: 'requested', askedAt: facts.now, reminders: 0 };
  const procedure = withProcedure(estimate, signature, facts.now);
  const requirements = unmetSignatureRequirements(procedure, facts);
  if (estimate.sealed && requirements.length > 0) return { refused: 'signature_requirements_unmet', requirements };
  return procedure;
}

/** Whether a pending request can be sent now. */
export function isReadyToSign(document: BillingDocument, facts: Facts): document is Estimate {
  const procedure = procedureOf(document);
  return procedure?.status === 'requested' && unmetSignatureRequirements(document as Estimate, facts).length === 0;
}

/**
 * Marks the signature request and the offer as sent. The calling step, a finalization or the
 * request itself, raises the version.
 */
export const activateSignature = (estimate: Estimate, now: number): Estimate => ({
  ...estimate,
  life: {
    ...estimate.life,
    lastSentAt: now,
    signature: { ...(estimate.life.signature as SignatureProcedure), status: 'activated', activatedAt: now },
  },
});

/** Records that the signer opened the link for the first time. */
export const openSignature = (estimate: Estimate, now: number): Estimate =>
  moved(estimate, { status: 'on_going', openedAt: now }, now);

/** Records a reminder: at most one per hour, and `SIGNATURE_REMINDERS_MAX` in total. */
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

/** The owner cancels the request. */
export function cancelSignature(estimate: Estimate, now: number): Estimate | Refused<'signature_not_found'> {
  if (!isUnderWay(estimate.life.signature)) return { refused: 'signature_not_found' };
  return moved(estimate, { status: 'cancelled', canceledAt: now }, now);
}

/** The signer signs, and with it the offer is signed. */
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

/** The signer declines, and with it the offer is refused. */
export function refuseOnline(
  estimate: Estimate,
  why: Pick<SignatureProcedure, 'reason' | 'word'>,
  now: number,
): ReturnType<typeof refuse> {
  const no = refuse(estimate, now);
  return 'refused' in no ? no : { ...no, life: lifeWith(estimate, { ...why, status: 'refused', refusedAt: now }) };
}

/** Records that the signed file was sealed without a time stamp, because no authority answered. */
export const withoutTimeStamp = (estimate: Estimate, now: number): Estimate =>
  moved(estimate, { stamp: { lackingSince: now } }, now);

/**
 * Records that an authority time-stamped the audit chain that contains the file's digest, at
 * `coveredAt` (Unix seconds). The file itself stays unchanged. Undefined if no time stamp was
 * missing.
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

/**
 * The unmet requirements for asking a customer to sign an offer online, in the order of the table.
 * Empty if the request can be sent.
 */
export const unmetSignatureRequirements = (estimate: Estimate, facts: Facts): SignatureRequirementName[] =>
  signatureRequirementNames.filter((name) => !rules[name](estimate, facts));

const rules: Record<SignatureRequirementName, (estimate: Estimate, facts: Facts) => boolean> = {
  isFinalized: (estimate) => isFinalized(estimate),

  // A person signs: for an organization, one of its contacts.
  hasNonEmptyCustomerContact: (_, { customer }) => customer?.kind === 'contact',

  hasCustomerEmail: ({ life }, { customer }) =>
    (life.signature?.emails.length ?? 0) > 0 || (customer !== undefined && hasEmail(customer)),

  // It can be signed until the end of its last day.
  isNotExpired(estimate, { now, settings: { zone } }) {
    const { validUntilAt } = datesOf(estimate, now, zone);
    return validUntilAt === undefined || civilDayOf(now, zone) <= civilDayOf(validUntilAt, zone);
  },

  hasNoDecision: ({ state }) => state !== 'signed' && state !== 'refused',
};

const hasEmail = ({ emails, organization }: Party): boolean =>
  emails.length > 0 || (organization !== undefined && organization.emails.length > 0);
