import * as z from 'zod';
import {
  type FormalNotice,
  NOTICE_DELAY_DAYS_MAX,
  NOTICE_DELAY_DAYS_MIN,
  PENALTY_RATE_MAX,
} from '../../domain/billing/reminder/formal-notice.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { CurrencyCodeJson } from '../fields/enumerations.ts';

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
