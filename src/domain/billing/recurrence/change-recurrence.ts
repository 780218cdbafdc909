import { isRefusal, type Refused } from '../../refusal.ts';
import { addDays, civilDayOf } from '../../time/civil-day.ts';
import type { Invoice } from '../document/document.ts';
import { datesOf } from '../document/document-dates.ts';
import type { Facts } from '../document/draft-context.ts';
import { changed } from '../document/group/after-finalizing.ts';
import type { Recurrence, RecurrenceInput } from './recurrence.ts';
import { firstSince } from './schedule.ts';

/** Active recurring invoices per account, live and test separately. */
const RECURRENCES_MAX = 5_000;

type Unable = Refused<'frequency_of_canceled' | 'frequency_of_final_invoice' | 'frequency_ends_too_soon'>;

/**
 * Makes an invoice recur. The invoice covers every occurrence up to its own day of issue; the first
 * new one is the next after that, and not before today. Refused for a final invoice (it ends its
 * estimate once), for a canceled one, and if there would be no occurrence.
 */
export function startRecurrence(
  invoice: Invoice,
  facts: Facts,
  input: RecurrenceInput & { readonly id: string; readonly others: number },
): Invoice | Refused<'frequency_exists' | 'too_many_frequencies'> | Unable {
  if (invoice.life.recurrence) return { refused: 'frequency_exists' };
  const { others, ...own } = input;
  if (others >= RECURRENCES_MAX) return { refused: 'too_many_frequencies', limit: RECURRENCES_MAX };
  return paced(invoice, facts, { ...own, unmet: 0 });
}

/**
 * Changes how an invoice recurs: created occurrences stay, future ones follow the change. A paused
 * recurrence stays paused.
 */
export function changeRecurrence(
  invoice: Invoice,
  facts: Facts,
  input: RecurrenceInput,
): Invoice | Refused<'frequency_not_found'> | Unable {
  const { recurrence } = invoice.life;
  if (!recurrence) return { refused: 'frequency_not_found' };
  const { id, pausedAt, pausedByItself } = recurrence;
  return paced(invoice, facts, {
    ...{ ...input, id, unmet: 0 },
    ...(pausedAt !== undefined && { pausedAt, ...(pausedByItself && { pausedByItself }) }),
  });
}

/** Ends a recurrence; created occurrences stay. */
export function endRecurrence(invoice: Invoice, now: number): Invoice | Refused<'frequency_not_found'> {
  const { recurrence, ...life } = invoice.life;
  return recurrence ? changed(invoice, { life }, now) : { refused: 'frequency_not_found' };
}

/** Pauses a recurrence until it is resumed. One that is paused or over stays unchanged. */
export function pauseRecurrence(invoice: Invoice, now: number): Invoice | Refused<'frequency_not_found'> {
  const { recurrence } = invoice.life;
  if (!recurrence) return { refused: 'frequency_not_found' };
  if (recurrence.next === undefined) return invoice;
  const { next: _, ...rest } = recurrence;
  return withRecurrence(invoice, { ...rest, pausedAt: now }, now);
}

/** Resumes from today: occurrences missed during the pause are not created. */
export function resumeRecurrence(invoice: Invoice, facts: Facts): Invoice | Refused<'frequency_not_found'> | Unable {
  const { recurrence } = invoice.life;
  if (!recurrence) return { refused: 'frequency_not_found' };
  if (recurrence.pausedAt === undefined) return invoice;
  const { pausedAt: _, pausedByItself: __, ...rest } = recurrence;
  return paced(invoice, facts, { ...rest, unmet: 0 });
}

/** The invoice with a changed recurrence. */
export const withRecurrence = (invoice: Invoice, recurrence: Recurrence, now: number): Invoice =>
  changed(invoice, { life: { ...invoice.life, recurrence } }, now);

/** Sets the next day: the first after the invoice's own, and not before today. */
function paced(invoice: Invoice, facts: Facts, input: Omit<Recurrence, 'next' | 'draftsUntil'>): Invoice | Unable {
  if (invoice.content.isFinal) return { refused: 'frequency_of_final_invoice' };
  if (invoice.canceledAt !== undefined) return { refused: 'frequency_of_canceled' };
  const next = nextDay(invoice, facts, input);
  if (isRefusal(next)) return next;
  const isPaused = input.pausedAt !== undefined;
  return withRecurrence(invoice, { ...input, ...(!isPaused && { next }) }, facts.now);
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
