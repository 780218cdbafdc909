import * as z from 'zod';
import type { Claim } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { remindedOf, reminderOf } from '../../domain/billing/reminder/current-reminder.ts';
import {
  type FormalNotice,
  NOTICE_DELAY_DAYS_MAX,
  NOTICE_DELAY_DAYS_MIN,
  PENALTY_RATE_MAX,
} from '../../domain/billing/reminder/formal-notice.ts';
import { nextReminder } from '../../domain/billing/reminder/next-reminder.ts';
import { reminderFrequencies, reminderStops } from '../../domain/billing/reminder/reminder.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { worded } from '../fields/enum-schema.ts';
import { CurrencyCodeJson } from '../fields/enumerations.ts';
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

const cents = z.int().meta({ description: 'Cents of the document.' });
const day = z.string();

const rate = z.int().meta({ description: 'Basis points a year: 786 is 7.86 %.' });

/** A formal notice: one that was made, or one that could be made today. */
export const FormalNoticeJson = z
  .object({
    madeOn: day.meta({ description: 'The date of the notice, in the account’s time zone.' }),
    madeAt: z.number().meta({ description: 'Unix seconds.' }),
    delayDays: z.int(),
    payBefore: day.meta({ description: 'The last day to pay.' }),
    dueOn: day.meta({ description: 'The due day of the document.' }),
    daysLate: z.int(),
    currencyCode: CurrencyCodeJson,
    askedAmount: cents.meta({
      description: 'The amount due on the document in its currency, in cents: its total less deducted advances.',
    }),
    remainingAmount: cents,
    betweenProfessionals: z
      .boolean()
      .meta({ description: 'Whether penalties and the fixed compensation may be claimed; never from a consumer.' }),
    penaltiesAmount: cents
      .optional()
      .meta({ description: 'Late penalties to date, in cents; absent if not claimed as an amount.' }),
    penaltyRate: rate.optional(),
    penaltiesInWords: z.boolean().meta({
      description:
        'The terms set penalties at a rate that the service does not know: give `penaltyRate`, or the penalties are claimed without an amount.',
    }),
    lumpSumAmount: cents.optional().meta({ description: 'The lump sum for recovery costs: 4000.' }),
    totalAmount: cents.meta({ description: 'The total claimed, in cents of the document.' }),
  })
  .meta({ id: 'FormalNotice' });

/** Whether a formal notice is possible, what it would say today, and the last one made. */
export const FormalNoticeOutlookJson = z
  .object({
    possible: z.boolean(),
    because: z
      .enum(['draft', 'other_kind', 'canceled', 'nothing_left', 'not_late'])
      .optional()
      .meta({ description: 'Why a formal notice is not possible.' }),
    wouldSay: FormalNoticeJson.optional(),
    made: FormalNoticeJson.optional(),
  })
  .meta({ id: 'FormalNoticeOutlook' });

const delayMeta = { description: 'Days to pay, from the day of the notice.' };
const rateMeta = {
  description:
    'The yearly rate of late penalties, in basis points (786 is 7.86 %), if the rate in the terms is unknown to the service.',
};

/** The options of a new formal notice. */
export const noticeForm = {
  delayDays: z.int().min(NOTICE_DELAY_DAYS_MIN).max(NOTICE_DELAY_DAYS_MAX).meta(delayMeta),
  penaltyRate: z.int().min(1).max(PENALTY_RATE_MAX).optional().meta(rateMeta),
};

/** The options of a new formal notice, in a query. */
export const noticeInQuery = {
  delayDays: z.coerce.number().int().min(NOTICE_DELAY_DAYS_MIN).max(NOTICE_DELAY_DAYS_MAX).meta(delayMeta),
  penaltyRate: z.coerce.number().int().min(1).max(PENALTY_RATE_MAX).optional().meta(rateMeta),
};

export function formalNoticeToJson(notice: FormalNotice, currencyCode: CurrencyCode): z.input<typeof FormalNoticeJson> {
  const { madeOn, madeAt, delayDays, payBefore, dueOn, daysLate, penalties, lumpSum } = notice;
  return {
    ...{ madeOn, madeAt, delayDays, payBefore, dueOn, daysLate, currencyCode },
    askedAmount: notice.asked,
    remainingAmount: notice.remaining,
    betweenProfessionals: notice.professional,
    ...(penalties && { penaltiesAmount: penalties.amount }),
    ...(penalties?.rate !== undefined && { penaltyRate: penalties.rate }),
    penaltiesInWords: notice.penaltiesInWords ?? false,
    ...(lumpSum !== undefined && { lumpSumAmount: lumpSum }),
    totalAmount: notice.total,
  };
}
