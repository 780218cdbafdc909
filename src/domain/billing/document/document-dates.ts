import { addDays, atSameWallClock, civilDayOf, startOfDay } from '../../time/civil-day.ts';
import type { BillingDocument } from './document.ts';
import { dueAt } from './terms/due-date.ts';

/** The dates of a document, worked out. Unix seconds; days are civil days in the account's zone. */
export type Dates = { emittedAt: number; emittedOn: string; dueAt?: number; validUntilAt?: number };

/**
 * The dates a document has today. A draft nobody dated follows the day: the moment it was made while it is still
 * that day, then the start of each day, until finalization dates it.
 */
export function datesOf(document: BillingDocument, now: number, zone: string): Dates {
  const { sealed } = document;
  if (sealed) {
    const { emittedAt, dueAt, validUntilAt } = sealed;
    return withoutAbsent({ emittedAt, emittedOn: civilDayOf(emittedAt, zone), dueAt, validUntilAt });
  }
  const given = document.content.timeline.emittedAt;
  return datesFrom(document, given ?? Math.max(document.createdAt, startOfDay(civilDayOf(now, zone), zone)), zone);
}

/** The dates a document has once it is issued at `emittedAt`. */
export function datesFrom(document: BillingDocument, emittedAt: number, zone: string): Dates {
  const { paymentDelay, customDueAt, validUntilAt, validityDays } = document.content.timeline;
  const emittedOn = civilDayOf(emittedAt, zone);
  const validUntil =
    validUntilAt ??
    (validityDays === undefined ? undefined : atSameWallClock(emittedAt, addDays(emittedOn, validityDays), zone));
  return withoutAbsent({
    emittedAt,
    emittedOn,
    dueAt: dueAt(emittedAt, paymentDelay, customDueAt, zone),
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
