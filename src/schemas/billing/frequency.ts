import * as z from 'zod';
import type { Invoice } from '../../domain/billing/document/document.ts';
import { type Recurrence, type RecurrenceInput, stateOf } from '../../domain/billing/recurrence/recurrence.ts';
import { INTERVALS_MAX, intervals, madeAt, occurrencesSince } from '../../domain/billing/recurrence/schedule.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { worded } from '../fields/enum-schema.ts';
import { text } from '../fields/text.ts';
import { moment, secondsAt } from '../fields/timestamp.ts';
import { customFault } from '../validation/custom-check.ts';

/** How many upcoming days are returned with a recurrence. */
const NEXT_DAYS = 3;
/** Characters of the text added to each line. */
const PERIOD_TEXT_MAX = 200;

/** The recurrence of an invoice in the API; everything after `inCopy` is ours. */
export const FrequencyJson = z
  .object({
    id: z.string(),
    from: z.string().meta({ description: 'The first day, in the account’s time zone, 2026-03-02.' }),
    to: z.string().meta({ description: 'The last possible day of the recurrence.' }),
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
    nextDays: z.array(z.string()).meta({ description: `The next days of the recurrence, at most ${NEXT_DAYS}.` }),
    pausedAt: z.number().optional().meta({ description: 'Unix seconds.' }),
    pausedByItself: z
      .boolean()
      .optional()
      .meta({ description: 'Paused because three invoices in a row could not be finalized.' }),
  })
  .meta({ id: 'Frequency' });

/** For an automatically created invoice. */
export const OccurrenceJson = z
  .object({
    invoiceId: z.string().meta({ description: 'The invoice used as the template.' }),
    day: z.string().meta({ description: 'The day of the recurrence that this invoice was created for.' }),
  })
  .meta({ id: 'Occurrence' });

/** The recurrence in a request. */
export const frequencyForm = z
  .object({
    from: moment.meta({
      description: 'The first date of the recurrence. The invoice itself covers all dates up to its own date.',
    }),
    to: moment.meta({ description: 'The last possible day of the recurrence.' }),
    frequency: z.int().min(1).max(INTERVALS_MAX).meta({ description: 'Number of intervals between two invoices.' }),
    interval: worded(intervals).meta({
      description: 'The interval between two invoices: a day, a week, a month or a year.',
    }),
    finalizeInvoice: z
      .boolean()
      .meta({ description: 'Whether each invoice is finalized; otherwise it stays a draft.' }),
    sendByMail: z.boolean().meta({ description: 'Finalized invoices are e-mailed to the customer; drafts are not.' }),
    inCopy: z.boolean().meta({ description: 'A copy of that mail goes to the company’s own address.' }),
    periodText: text(PERIOD_TEXT_MAX).nullish().meta({
      description:
        'Text below the description of each line. {period}, {month} and {year} are replaced in the document’s language, also in designations, descriptions and titles.',
    }),
    billsPreviousPeriod: z.boolean().optional().meta({
      description:
        'Each invoice bills the period before its day (on 1 November, October), not the period that begins on it.',
    }),
    onLastDayOfMonth: z.boolean().optional().meta({
      description:
        'Each invoice is created on the last day of the month and bills the period that ends then; only for months and years.',
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
