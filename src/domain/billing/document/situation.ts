import { addDays, type CivilDay, civilDayOf, daysBetween } from '../../time/civil-day.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import { type BillingDocument, isClaim, isEstimate } from './document.ts';
import { remainingOn } from './totals/document-figures.ts';

/** The status of a document in one word, the most urgent one. */
export const situations = [
  'draft',
  // Finalized, and not sent yet.
  'final',
  'sent',
  'part',
  'paid',
  'late',
  // A sent offer without an answer.
  'waiting',
  'expiring',
  'expired',
  'signed',
  'refused',
  'canceled',
  // Fully credited by several credit notes: nothing is left to pay, and the last movement was a
  // credit note, not a payment.
  'credited',
  'refunded',
] as const;
export type Situation = (typeof situations)[number];

/** Days before the end of its validity from which an offer counts as expiring. */
export const EXPIRING_DAYS = 7;

/**
 * The status of a document on a civil day of the account's zone. `document-filter.ts` in
 * `db/billing` computes the same in SQL.
 */
export function situationOf(document: BillingDocument, { day, zone }: { day: CivilDay; zone: string }): Situation {
  const { state, sealed, life } = document;
  if (document.canceledAt !== undefined) return 'canceled';
  if (state !== 'finalized' || !sealed) return state === 'finalized' ? 'final' : state;
  const isSent = life.lastSentAt !== undefined;
  if (isEstimate(document)) {
    const last = sealed.validUntilAt === undefined ? undefined : civilDayOf(sealed.validUntilAt, zone);
    if (last !== undefined && last < day) return 'expired';
    if (last !== undefined && last <= addDays(day, EXPIRING_DAYS)) return 'expiring';
    return isSent ? 'waiting' : 'final';
  }
  if (isClaim(document) && remainingOn(document).toPay > 0) {
    if (sealed.dueAt !== undefined && civilDayOf(sealed.dueAt, zone) < day) return 'late';
    if (life.paid > 0) return 'part';
  }
  if (isClaim(document) && isCredited(document)) return 'credited';
  if (document.refundAt !== undefined) return 'refunded';
  return isSent ? 'sent' : 'final';
}

const isCredited = (claim: BillingDocument): boolean =>
  taxIncluded(totalOf(claim.life.credited)) > 0 && remainingOn(claim).toPay === 0;

/** A status with the civil days it counts: days late, or days until an offer expires. */
export type Standing = { readonly situation: Situation; readonly days?: number };

/** The status of a document at an instant (Unix seconds), by the calendar of the account's zone. */
export function standingOf(document: BillingDocument, { now, zone }: { now: number; zone: string }): Standing {
  const day = civilDayOf(now, zone);
  const situation = situationOf(document, { day, zone });
  const { dueAt, validUntilAt } = document.sealed ?? {};
  if (situation === 'late' && dueAt !== undefined)
    return { situation, days: daysBetween(civilDayOf(dueAt, zone), day) };
  if (situation === 'expiring' && validUntilAt !== undefined)
    return { situation, days: daysBetween(day, civilDayOf(validUntilAt, zone)) };
  return { situation };
}
