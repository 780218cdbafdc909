import * as z from 'zod';
import { notSentReasons } from '../../domain/einvoicing/not-sent-reason.ts';
import { type Rehearsed, repairs } from '../../domain/einvoicing/rehearsed.ts';
import { id } from '../fields/id.ts';
import { day } from '../fields/timestamp.ts';
import { customFault } from '../validation/custom-check.ts';

/** The documents to rehearse: those of a span of days, page by page. */
export const rehearsalForm = z
  .object({
    from: day.meta({ description: 'The first day of issue.', example: '2026-01-01' }),
    to: day.meta({ description: 'The last day of issue.', example: '2026-12-31' }),
    after: id.optional().meta({ description: '`next` of the page before; absent for the first page.' }),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    ...customFault({
      code: 'period_inverted',
      fr: 'Donnez un dernier jour (to) qui ne précède pas le premier (from)',
      en: 'Give a last day (to) that is not before the first (from)',
    }),
  });

/** What would have become of documents at a platform. */
export const RehearsalJson = z
  .object({
    checked: z.int().meta({ description: 'Documents on this page.' }),
    sent: z.int().meta({ description: 'Those that would have reached their buyers.' }),
    collected: z.int().meta({
      description: 'Statuses “collected” (212) that would have been stated of them, one for each day of payment.',
    }),
    notSent: z
      .array(z.object({ reason: z.enum(notSentReasons), count: z.int() }))
      .meta({ description: 'Those that do not go through a platform, by reason.' }),
    failures: z
      .array(
        z.object({
          billingId: z.string(),
          number: z.string(),
          customerId: z.string().optional(),
          organizationId: z.string().optional().meta({ description: 'The organization that has the SIREN.' }),
          repair: z.enum(repairs).meta({ description: 'What to change: the company, the customer, or the document.' }),
          reasons: z.array(z.object({ code: z.string(), text: z.string().optional() })),
        }),
      )
      .meta({ description: 'Those that would not have arrived, and why.' }),
    next: z.string().optional().meta({ description: 'Ask with it as `after` for the next page; absent on the last.' }),
  })
  .meta({ id: 'EInvoicingRehearsal' });

/** The result of a page in API terms. */
export const rehearsalToJson = ({ sent, collected, notSent, failures }: Rehearsed) => ({
  ...{ sent, collected },
  notSent: notSentReasons.flatMap((reason) => {
    const count = notSent[reason];
    return count === undefined ? [] : [{ reason, count }];
  }),
  failures: failures.map(({ reasons, ...failure }) => ({ ...failure, reasons: reasons.map((each) => ({ ...each })) })),
});
