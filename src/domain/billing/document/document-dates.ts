import { addDays, atSameWallClock, civilDayOf, startOfDay } from '../../time/civil-day.ts';
import type { BillingDocument } from './document.ts';
import { isPaidAtIssue } from './paid-at-issue.ts';
import { dueAt } from './terms/due-date.ts';

/**
 * The computed dates of a document. Instants are Unix seconds, days are civil days in the account's
 * zone.
 */
export type Dates = { emittedAt: number; emittedOn: string; dueAt?: number; validUntilAt?: number };

/**
 * The dates of a document today. A draft without a date is dated today until it is finalized: at
 * its creation time on the first day, at the start of the day later.
 */
export function datesOf(document: BillingDocument, now: number, zone: string): Dates {
  const { sealed } = document;
  if (sealed) {
    const { emittedAt, dueAt, validUntilAt } = sealed;
    return withoutAbsent({ emittedAt, emittedOn: civilDayOf(emittedAt, zone), dueAt, validUntilAt });
  }
  const chosen = document.content.timeline.emittedAt;
  return datesFrom(document, chosen ?? Math.max(document.createdAt, startOfDay(civilDayOf(now, zone), zone)), zone);
}

/** The dates of a document issued at `emittedAt` (Unix seconds). */
export function datesFrom(document: BillingDocument, emittedAt: number, zone: string): Dates {
  const { paymentDelay, customDueAt, validUntilAt, validityDays } = document.content.timeline;
  const emittedOn = civilDayOf(emittedAt, zone);
  const validUntil =
    validUntilAt ??
    (validityDays === undefined ? undefined : atSameWallClock(emittedAt, addDays(emittedOn, validityDays), zone));
  return withoutAbsent({
    emittedAt,
    emittedOn,
    dueAt: isPaidAtIssue(document) ? emittedAt : dueAt(emittedAt, paymentDelay, customDueAt, zone),
    validUntilAt: validUntil,
  });
}

function withoutAbsent(dates: {
  emittedAt: number;
  emittedOn: string;
  dueAt: number | undefined;
  validUntilAt: number | undefined;
}): Dates {
  const { emittedAt, emittedOn, dueAt, validUntilAt } = dates;
  return {
    emittedAt,
    emittedOn,
    ...(dueAt !== undefined && { dueAt }),
    ...(validUntilAt !== undefined && { validUntilAt }),
  };
}
