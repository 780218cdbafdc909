import type { Refused } from '../../refusal.ts';
import { type BillingDocument, type Estimate, isFinalized } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';

/** Records the customer's acceptance. The owner may also record it after the offer has expired. */
export function sign(
  estimate: Estimate,
  now: number,
): Estimate | Refused<'not_yet_finalized' | 'already_signed' | 'already_refused'> {
  const no = undecided(estimate);
  return no ?? changed(estimate, { state: 'signed', signedAt: now, life: answered(estimate, now) }, now);
}

/** Records that the customer declined. */
export function refuse(
  estimate: Estimate,
  now: number,
): Estimate | Refused<'not_yet_finalized' | 'already_signed' | 'already_refused'> {
  const no = undecided(estimate);
  return no ?? changed(estimate, { state: 'refused', refusedAt: now, life: answered(estimate, now) }, now);
}

/**
 * Reverts a signature recorded by the owner, unless a document that is not canceled was created
 * from the offer.
 */
export function unsign(
  estimate: Estimate,
  now: number,
  relatives: readonly BillingDocument[],
): Estimate | Refused<'not_signed' | 'signed_online' | 'already_billed'> {
  if (estimate.state !== 'signed') return { refused: 'not_signed' };
  if (estimate.life.signature?.status === 'signed') return { refused: 'signed_online' };
  if (hasLiveBill(estimate, relatives)) return { refused: 'already_billed' };
  const { signedAt: _, ...unsigned } = estimate;
  return changed(unsigned, { state: 'finalized' }, now);
}

/** Reverts a recorded refusal. */
export function unrefuse(
  estimate: Estimate,
  now: number,
  relatives: readonly BillingDocument[],
): Estimate | Refused<'not_refused' | 'already_billed'> {
  if (estimate.state !== 'refused') return { refused: 'not_refused' };
  if (hasLiveBill(estimate, relatives)) return { refused: 'already_billed' };
  const { refusedAt: _, ...open } = estimate;
  return changed(open, { state: 'finalized' }, now);
}

function undecided(
  estimate: Estimate,
): Refused<'not_yet_finalized' | 'already_signed' | 'already_refused'> | undefined {
  if (!isFinalized<Estimate>(estimate)) return { refused: 'not_yet_finalized' };
  if (estimate.state === 'signed') return { refused: 'already_signed' };
  if (estimate.state === 'refused') return { refused: 'already_refused' };
  return undefined;
}

/** Whether it has an advance or a final invoice, drafts included, that is not canceled. */
const hasLiveBill = (estimate: Estimate, relatives: readonly BillingDocument[]): boolean =>
  relatives.some((relative) => relative.parentId === estimate.id && relative.canceledAt === undefined);

/** Ends an open online signature request, because the owner recorded the customer's answer. */
function answered({ life }: Estimate, now: number): Estimate['life'] {
  const { signature } = life;
  const isOpen = signature !== undefined && ['requested', 'activated', 'on_going'].includes(signature.status);
  return isOpen ? { ...life, signature: { ...signature, status: 'cancelled', canceledAt: now } } : life;
}
