import * as z from 'zod';
import type { Invoice } from '../../domain/billing/document/document.ts';
import { type Recurrence, type RecurrenceInput, stateOf } from '../../domain/billing/recurrence/recurrence.ts';
import { INTERVALS_MAX, intervals, madeAt, occurrencesSince } from '../../domain/billing/recurrence/schedule.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { moment, secondsAt } from '../fields/day-or-instant.ts';
import { worded } from '../fields/enum-schema.ts';
import { text } from '../fields/text.ts';
import { customFault } from '../validation/custom-check.ts';

/** Upcoming days returned with it. */
const NEXT_DAYS = 3;
/** Characters of the text added to each line. */
const PERIOD_TEXT_MAX = 200;

/** The recurrence of an invoice in the API; everything after `inCopy` is ours. */
export const FrequencyJson = z
  .object({
    id: z.string(),
    from: z.string().meta({ description: 'A day of the account’s zone, 2026-03-02.' }),
    to: z.string().meta({ description: 'The last day it may recur on.' }),
    nextBillingAt: z
      .string()
      .nullable()
      .meta({ description: 'Date and time of the next invoice, 06:00 on its day. null if paused or ended.' }),
    frequency: z.number(),
    interval: z.enum(intervals),
    finalizeInvoice: z.boolean(),
    sendByMail: z.boolean(),
    inCopy: z.boolean(),
    periodText: z.string().optional().meta({ description: 'Text added to each line of the created invoices.' }),
    billsPreviousPeriod: z.boolean(),
    onLastDayOfMonth: z.boolean(),
    state: z.enum(['active', 'paused', 'over']),
    nextDays: z.array(z.string()).meta({ description: `The next days it recurs on, at most ${NEXT_DAYS}.` }),
    pausedAt: z.number().optional().meta({ description: 'Unix seconds.' }),
    pausedByItself: z.boolean().optional().meta({ description: 'Three in a row could not be finalized.' }),
  })
  .meta({ id: 'Frequency' });

/** For an automatically created invoice. */
export const OccurrenceJson = z
  .object({
    invoiceId: z.string().meta({ description: 'The invoice it was made after.' }),
    day: z.string().meta({ description: 'The day it was created for.' }),
  })
  .meta({ id: 'Occurrence' });

/** The recurrence in a request. */
export const frequencyForm = z
  .object({
    from: moment.meta({
      description: 'The first date of the recurrence; the invoice itself covers the dates up to its own.',
    }),
    to: moment.meta({ description: 'The last day it may recur on.' }),
    frequency: z.int().min(1).max(INTERVALS_MAX).meta({ description: 'Number of intervals between two invoices.' }),
    interval: worded(intervals).meta({
      description: 'The interval between two invoices: a day, a week, a month or a year.',
    }),
    finalizeInvoice: z.boolean().meta({ description: 'Each is finalized; else it is left as a draft.' }),
    sendByMail: z.boolean().meta({ description: 'Finalized invoices are e-mailed to the customer; drafts are not.' }),
    inCopy: z.boolean().meta({ description: 'A copy of that mail goes to the company’s own address.' }),
    periodText: text(PERIOD_TEXT_MAX).nullish().meta({
      description:
        'Added below the description of each line, with {period}, {month} and {year} in the document’s language; these are put into designations, descriptions and titles too.',
    }),
    billsPreviousPeriod: z.boolean().optional().meta({
      description: 'Bills the period before its day (on 1 November, October), not the one that begins on it.',
    }),
    onLastDayOfMonth: z.boolean().optional().meta({
      description: 'Falls on the last day of the month and bills the period that ends then; only for months and years.',
    }),
  })
  .refine(({ interval, onLastDayOfMonth }) => !onLastDayOfMonth || interval === 'month' || interval === 'year', {
    path: ['onLastDayOfMonth'],
    ...customFault({
      code: 'last_day_without_months',
      fr: 'Choisissez une période en mois ou en années, ou retirez onLastDayOfMonth',
      en: 'Choose an interval of months or years, or remove onLastDayOfMonth',
    }),
  });

/** The requested recurrence with days in a time zone. */
export function recurrenceFromForm(value: z.output<typeof frequencyForm>, zone: string): RecurrenceInput {
  const day = (at: string): string => (at.includes('T') ? civilDayOf(secondsAt(at), zone) : at);
  return {
    ...{ from: day(value.from), to: day(value.to), every: value.frequency, interval: value.interval },
    ...{ finalizes: value.finalizeInvoice, mails: value.sendByMail, inCopy: value.inCopy },
    ...(value.periodText && { periodText: value.periodText }),
    ...(value.billsPreviousPeriod && { billsBefore: true as const }),
    ...(value.onLastDayOfMonth && { onLastDay: true as const }),
  };
}

/** The recurrence of an invoice and its template; undefined if it has neither. */
export const recurringToJson = ({ life: { recurrence, occurrence } }: Invoice, zone: string) => ({
  ...(recurrence && { frequency: frequencyToJson(recurrence, zone) }),
  ...(occurrence && { occurrence: { invoiceId: occurrence.invoiceId, day: occurrence.on } }),
});

function frequencyToJson(recurrence: Recurrence, zone: string): z.input<typeof FrequencyJson> {
  const { id, from, to, every, interval, finalizes, mails, inCopy, periodText } = recurrence;
  const { next, pausedAt, pausedByItself, billsBefore = false, onLastDay = false } = recurrence;
  return {
    ...{ id, from, to },
    nextBillingAt: next === undefined ? null : new Date(madeAt(next, zone) * 1000).toISOString(),
    ...{ frequency: every, interval, finalizeInvoice: finalizes, sendByMail: mails, inCopy, periodText },
    ...{ billsPreviousPeriod: billsBefore, onLastDayOfMonth: onLastDay },
    state: stateOf(recurrence),
    nextDays: next === undefined ? [] : occurrencesSince(recurrence, next, NEXT_DAYS),
    ...{ pausedAt, pausedByItself },
  };
}
