import * as z from 'zod';
import { activityTypes } from '../../domain/home/activity.ts';
import { BillingTypeJson, CurrencyCodeJson } from '../fields/enumerations.ts';
import { isTest } from '../lists/list-query.ts';

/** One activity entry of a document or the account. */
export const ActivityJson = z
  .object({
    id: z
      .string()
      .meta({ description: 'The position of the entry in the audit trail; for older entries the document’s id.' }),
    type: z.enum(['created', ...activityTypes]),
    at: z.number().meta({ description: 'Unix seconds.' }),
    actor: z
      .object({
        kind: z.enum(['person', 'key', 'customer', 'other']),
        id: z.string().optional(),
        name: z
          .string()
          .optional()
          .meta({ description: 'Name of the person or the key; other actors have fixed names.' }),
      })
      .meta({ id: 'ActivityActor' })
      .optional()
      .meta({ description: 'The actor; absent if not recorded.' }),
    test: isTest,
    billingId: z.string().optional(),
    billingType: BillingTypeJson.optional(),
    number: z.string().optional(),
    customerName: z.string().optional(),
    amount: z
      .int()
      .optional()
      .meta({ description: 'Cents, tax included; for a payment the amount received, negative if reversed.' }),
    currency: CurrencyCodeJson.optional(),
    mails: z
      .array(
        z
          .object({
            id: z.string(),
            state: z.enum(['waiting', 'sent', 'given_up', 'kept']),
            attempts: z.int(),
            recipients: z.array(z.string()),
          })
          .meta({ id: 'ActivityMail' }),
      )
      .optional()
      .meta({ description: 'The mails sent by this event.' }),
  })
  .meta({ id: 'Activity' });

export const ActivityPageJson = z
  .object({
    docs: z.array(ActivityJson),
    nextCursor: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last page.' }),
  })
  .meta({ id: 'ActivityPage' });
export type ActivityJson = z.input<typeof ActivityJson>;
