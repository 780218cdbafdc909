import * as z from 'zod';
import type { Claim } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { remindedOf, reminderOf } from '../../domain/billing/reminder/current-reminder.ts';
import { nextReminder } from '../../domain/billing/reminder/next-reminder.ts';
import { reminderFrequencies } from '../../domain/billing/reminder/reminder.ts';
import { reminderStops } from '../../domain/billing/reminder/stop-reasons.ts';
import { worded } from '../fields/enum-schema.ts';
import { EMAILS_MAX, email } from '../mail/email.ts';

/** Maximum reminders of one bill. */
const REMINDERS_MAX = 100;

/** The reminder settings of a bill in a request. */
export const reminderForm = z
  .object({
    inCopy: z.boolean(),
    frequency: worded(reminderFrequencies),
    numberOfRemindersToSend: z.int().min(0).max(REMINDERS_MAX),
    active: z.boolean(),
    recipients: z.array(email).max(EMAILS_MAX).optional(),
  })
  .meta({ id: 'Reminder' });

export const ReminderJson = z
  .object({
    inCopy: z.boolean(),
    frequency: z.enum(reminderFrequencies),
    numberOfRemindersToSend: z.number(),
    active: z.boolean(),
    recipients: z.array(z.string()).optional(),
  })
  .meta({ id: 'Reminder' });

/** The state of reminders of a finalized bill. */
export const RemindingJson = z
  .object({
    sent: z.int().meta({ description: 'Reminders sent and delivered since the due date.' }),
    nextAt: z
      .number()
      .nullable()
      .meta({ description: 'When the next is sent automatically, Unix seconds; null if none.' }),
    stopped: z.enum(reminderStops).optional().meta({ description: 'Why no reminder is sent automatically.' }),
  })
  .meta({ id: 'Reminding' });

/** A bill's reminders: settings, last one, next one. */
export function remindersToJson(bill: Claim, { now, settings: { zone } }: Facts) {
  const reminder = reminderOf(bill);
  const isAsked = bill.sealed !== undefined && (reminder !== undefined || bill.life.reminded !== undefined);
  return {
    isReminderActivated: reminder?.active ?? false,
    lastReminderSentAt: bill.life.reminded?.sentAt,
    reminder: reminder && reminderToJson(reminder),
    reminding: isAsked ? remindingToJson(bill, { now, zone }) : undefined,
  };
}

const reminderToJson = ({
  inCopy,
  frequency,
  numberOfRemindersToSend,
  active,
  recipients,
}: NonNullable<ReturnType<typeof reminderOf>>) => ({
  ...{ inCopy, frequency, numberOfRemindersToSend, active },
  recipients: [...(recipients ?? [])],
});

function remindingToJson(bill: Claim, clock: { now: number; zone: string }): z.infer<typeof RemindingJson> {
  const next = nextReminder(bill, clock);
  const { count: sent } = remindedOf(bill);
  return 'at' in next ? { sent, nextAt: next.at } : { sent, nextAt: null, stopped: next.stop };
}
