import * as z from 'zod';
import { worded } from '../named.ts';

const intervals = ['day', 'week', 'month', 'year'] as const;
const FREQUENCY_MAX = 1_000;

/** How an invoice recurs, as the interface writes it. */
export const FrequencyJson = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    nextBillingAt: z.string().nullable(),
    frequency: z.number(),
    interval: z.enum(intervals),
    finalizeInvoice: z.boolean(),
    sendByMail: z.boolean(),
    inCopy: z.boolean(),
  })
  .meta({ id: 'Frequency' });

/** Characters of the longest moment. */
const MOMENT_MAX = 40;
const day = z.union([z.iso.date().max(MOMENT_MAX), z.iso.datetime({ offset: true }).max(MOMENT_MAX)]);

/** What a request says of it. */
export const frequencyForm = z.object({
  from: day.meta({ description: 'The first day it recurs from.' }),
  to: day.meta({ description: 'The last day it may recur on.' }),
  frequency: z.int().min(1).max(FREQUENCY_MAX).meta({ description: 'How many intervals lie between two invoices.' }),
  interval: worded(intervals),
  finalizeInvoice: z.boolean(),
  sendByMail: z.boolean(),
  inCopy: z.boolean(),
});
