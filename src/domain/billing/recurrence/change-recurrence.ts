import { isRefusal, type Refused } from '../../refusal.ts';
import { addDays, civilDayOf } from '../../time/civil-day.ts';
import type { Invoice } from '../document/document.ts';
import { datesOf } from '../document/document-dates.ts';
import type { Facts } from '../document/draft-context.ts';
import { changed } from '../document/group/after-finalizing.ts';
import type { Recurrence, RecurrenceInput } from './recurrence.ts';
import { firstSince } from './schedule.ts';

/** Invoices of one account, live and test apart, that may recur at once: each makes others by itself. */
const RECURRENCES_MAX = 5_000;

type Unable = Refused<'frequency_of_canceled' | 'frequency_of_final_invoice' | 'frequency_ends_too_soon'>;

/**
 * Has an invoice recur. It stands for every occurrence until the day it is issued on; the first to be made is the next one after that,
 * and none before today. Refused for a final invoice, which ends its estimate once, for a canceled one, and where none would be made.
 */
export function startRecurrence(
  invoice: Invoice,
  facts: Facts,
  said: RecurrenceInput & { readonly id: string; readonly others: number },
): Invoice | Refused<'frequency_exists' | 'too_many_frequencies'> | Unable {
  if (invoice.life.recurrence) return { refused: 'frequency_exists' };
  const { others, ...own } = said;
  if (others >= RECURRENCES_MAX) return { refused: 'too_many_frequencies', limit: RECURRENCES_MAX };
  return paced(invoice, facts, { ...own, unmet: 0 });
}

/** Says anew how an invoice recurs: what was made stays, what comes follows what is said now. One that is paused stays paused. */
export function changeRecurrence(
  invoice: Invoice,
  facts: Facts,
  said: RecurrenceInput,
): Invoice | Refused<'frequency_not_found'> | Unable {
  const { recurrence } = invoice.life;
  if (!recurrence) return { refused: 'frequency_not_found' };
  const { id, pausedAt, pausedByItself } = recurrence;
  return paced(invoice, facts, {
    ...{ ...said, id, unmet: 0 },
    ...(pausedAt !== undefined && { pausedAt, ...(pausedByItself && { pausedByItself }) }),
  });
}

/** Nothing is made of it any more; what was made stays. */
export function endRecurrence(invoice: Invoice, now: number): Invoice | Refused<'frequency_not_found'> {
  const { recurrence, ...life } = invoice.life;
  return recurrence ? changed(invoice, { life }, now) : { refused: 'frequency_not_found' };
}

/** Makes none until it is resumed. One that is paused or over stays as it is. */
export function pauseRecurrence(invoice: Invoice, now: number): Invoice | Refused<'frequency_not_found'> {
  const { recurrence } = invoice.life;
  if (!recurrence) return { refused: 'frequency_not_found' };
  if (recurrence.next === undefined) return invoice;
  const { next: _, ...rest } = recurrence;
  return withRecurrence(invoice, { ...rest, pausedAt: now }, now);
}

/** Goes on from today: what fell into the pause is not made up for. */
export function resumeRecurrence(invoice: Invoice, facts: Facts): Invoice | Refused<'frequency_not_found'> | Unable {
  const { recurrence } = invoice.life;
  if (!recurrence) return { refused: 'frequency_not_found' };
  if (recurrence.pausedAt === undefined) return invoice;
  const { pausedAt: _, pausedByItself: __, ...rest } = recurrence;
  return paced(invoice, facts, { ...rest, unmet: 0 });
}

/** The same invoice, with what became of its recurrence. */
export const withRecurrence = (invoice: Invoice, recurrence: Recurrence, now: number): Invoice =>
  changed(invoice, { life: { ...invoice.life, recurrence } }, now);

/** With its next day: the first after the invoice's own, and none before today. */
function paced(invoice: Invoice, facts: Facts, said: Omit<Recurrence, 'next' | 'draftsUntil'>): Invoice | Unable {
  if (invoice.content.isFinal) return { refused: 'frequency_of_final_invoice' };
  if (invoice.canceledAt !== undefined) return { refused: 'frequency_of_canceled' };
  const next = nextDay(invoice, facts, said);
  if (isRefusal(next)) return next;
  const isPaused = said.pausedAt !== undefined;
  return withRecurrence(invoice, { ...said, ...(!isPaused && { next }) }, facts.now);
}

function nextDay(
  invoice: Invoice,
  { now, settings: { zone } }: Facts,
  pace: RecurrenceInput,
): string | Refused<'frequency_ends_too_soon'> {
  const today = civilDayOf(now, zone);
  const { emittedOn } = datesOf(invoice, now, zone);
  const first = firstSince(pace, today);
  const next = first !== undefined && first <= emittedOn ? firstSince(pace, addDays(emittedOn, 1)) : first;
  return next ?? { refused: 'frequency_ends_too_soon' };
}
