import { addDays, type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { type BillingDocument, isClaim, isEstimate } from './document.ts';
import { remainingOn } from './figures.ts';

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
  if (document.refundAt !== undefined) return 'refunded';
  return isSent ? 'sent' : 'final';
}
