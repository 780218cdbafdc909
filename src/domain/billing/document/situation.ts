import { addDays, type CivilDay, civilDayOf, daysBetween } from '../../time/civil-day.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import { type BillingDocument, isClaim, isEstimate } from './document.ts';
import { remainingOn } from './totals/document-figures.ts';

/** How a document stands, in the one word that presses most. */
export const situations = [
  'draft',
  // Finalized, and not sent yet.
  'final',
  'sent',
  'part',
  'paid',
  'late',
  // An offer that its customer has, and has not answered.
  'waiting',
  'expiring',
  'expired',
  'signed',
  'refused',
  'canceled',
  // Taken back whole by credit notes, one after the other: nothing is left to pay, and nothing was paid of it last.
  'credited',
  'refunded',
] as const;
export type Situation = (typeof situations)[number];

/** Days before its last one from which an offer is about to expire. */
export const EXPIRING_DAYS = 7;

/** How a document stands on a day of the account's zone. `store/billing/document-filter.ts` says the same in SQL. */
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

/** A situation together with the civil days it counts: late since the due day, or until the last day of an offer. */
export type Standing = { readonly situation: Situation; readonly days?: number };

/** How a document stands at an instant, Unix seconds, on the calendar of the account's zone. */
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
