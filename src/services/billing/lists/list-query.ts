import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { type Filter, rangeTypes } from '../../../db/billing/document-filter.ts';
import { documentOrders } from '../../../db/billing/document-list.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import { situations } from '../../../domain/billing/document/situation.ts';
import { recurrenceStates } from '../../../domain/billing/recurrence/recurrence.ts';
import { addDays, civilDayOf, startOfDay } from '../../../domain/time/civil-day.ts';
import { kindOfType } from '../../../schemas/billing/document/document-type.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { billingState, billingType, currencyCode } from '../../../schemas/fields/enumerations.ts';
import { id } from '../../../schemas/fields/id.ts';
import { day, timestampInQuery } from '../../../schemas/fields/timestamp.ts';
import { cursor } from '../../../schemas/lists/cursor.ts';
import {
  listedMode,
  listing,
  many,
  orderDirection,
  search,
  testRecords,
  yesOrNo,
} from '../../../schemas/lists/list-query.ts';
import type { Context } from '../../context.ts';

/** The highest amount of a filter: a hundred billion units. */
const AMOUNT_MAX_CENTS = 10_000_000_000_000;
const amount = z.coerce.number().int().min(-AMOUNT_MAX_CENTS).max(AMOUNT_MAX_CENTS);

/** A range has a start and an end. */
const RANGE_ENDS = 2;

/** The filters of document lists and their totals. */
export const narrowedBy = {
  test: testRecords,
  search: search.optional(),
  state: many(billingState).optional(),
  type: many(billingType).optional(),
  situation: many(worded(situations))
    .optional()
    .meta({
      description: `Status of a document today, the most urgent one: ${situations.join(', ')}.`,
    }),
  late: yesOrNo.optional().meta({ description: 'Overdue: past its due date with a balance due, not canceled.' }),
  unpaid: yesOrNo.optional().meta({ description: 'With a balance due: finalized, not canceled.' }),
  toRefund: yesOrNo.optional().meta({ description: 'With an amount to refund to the customer.' }),
  toBill: yesOrNo.optional().meta({ description: 'Signed, and something is left to bill.' }),
  ids: many(id).optional().meta({ description: 'These documents alone.' }),
  customerId: id.optional(),
  organizationId: id.optional(),
  opportunityId: id.optional(),
  archived: yesOrNo.optional().meta({ description: 'Absent: both.' }),
  currency: currencyCode.optional(),
  amountFrom: amount.optional().meta({ description: 'Cents of the document’s currency, tax included.' }),
  amountTo: amount.optional().meta({ description: 'Cents of the document’s currency, tax included.' }),
  range: many(z.union([timestampInQuery, day]), RANGE_ENDS)
    .optional()
    .meta({ description: 'From and to, Unix seconds or days of the account’s zone; both days belong to it.' }),
  rangeType: worded(rangeTypes).default('emittedAt'),
  recurring: many(worded(recurrenceStates))
    .optional()
    .meta({ description: `Recurring invoices, by state: ${recurrenceStates.join(', ')}.` }),
  onlyReminderActive: yesOrNo.optional(),
  onlyOnlineSignature: yesOrNo
    .optional()
    .meta({ description: 'Offers with an online signature request that is not canceled.' }),
  onlyOnlinePayment: yesOrNo.optional(),
  tiersPrestationIsActivatedForThisBilling: yesOrNo.optional(),
};
const narrowing = z.object(narrowedBy);
type Narrowed = z.output<typeof narrowing>;

/** PostgreSQL has no year 0. */
const isStorableDay = (day: string): boolean => !day.startsWith('0000');
const storableDay = z.iso.date().refine(isStorableDay);
const end = { direction: z.enum(['ASC', 'DESC']), id: z.uuid() };
const place = z.union([
  z.object({ emittedOn: storableDay, id: z.uuid() }),
  z.object({ by: z.enum(['emittedAt', 'dueAt', 'recursOn']), after: storableDay, ...end }),
  z.object({ by: z.enum(['number', 'customer']), after: z.string().refine((input) => !input.includes('\0')), ...end }),
  z.object({ by: z.literal('amount'), after: z.int(), ...end }),
]);

/** The query of the document list. */
export const billingsQuery = z.object({
  ...listing,
  ...narrowedBy,
  countWithoutFilters: yesOrNo.optional(),
  orderBy: worded(documentOrders)
    .default('emittedAt')
    .meta({ description: 'recursOn: the next date of a recurrence; ended recurrences come last.' }),
  orderDirection: orderDirection.default('DESC'),
  cursor: cursor(place).optional(),
});

/** The time zone is only needed if days are compared. */
export const settingsForList = async (
  { tx }: Pick<Context, 'tx'>,
  { late, range, situation }: Pick<Narrowed, 'late' | 'range' | 'situation'>,
): Promise<AccountSettings | undefined> =>
  late !== undefined || range || situation ? (await settingsOf(tx)).settings : undefined;

/**
 * The requested filter; `test` is the mode of the key, `now` in Unix seconds, days are in the time
 * zone.
 */
export function filterFrom(input: Narrowed, around: { test: boolean; now: number; zone: string }): Filter {
  const { now, zone } = around;
  const [from, to] = input.range ?? [];
  const range = {
    type: input.rangeType,
    ...(from !== undefined && beginning(from, zone)),
    ...(to !== undefined && ending(to, zone)),
  };
  return {
    test: listedMode(around, input.test),
    ...(input.type && { kinds: input.type.map((type) => kindOfType[type]) }),
    ...(input.state && { states: input.state }),
    ...(input.archived !== undefined && { archived: input.archived }),
    ...(input.search && { search: input.search }),
    ...(input.ids && { ids: input.ids }),
    ...(input.customerId && { customerId: input.customerId }),
    ...(input.organizationId && { organizationId: input.organizationId }),
    ...(input.opportunityId && { projectId: input.opportunityId }),
    ...(input.late !== undefined && { late: { is: input.late, on: civilDayOf(now, zone) } }),
    ...(input.unpaid !== undefined && { unpaid: input.unpaid }),
    ...(input.toRefund !== undefined && { toRefund: input.toRefund }),
    ...(input.toBill !== undefined && { toBill: input.toBill }),
    ...(input.situation && { situation: { are: input.situation, on: civilDayOf(now, zone) } }),
    ...(input.currency && { currency: input.currency }),
    ...((input.amountFrom !== undefined || input.amountTo !== undefined) && {
      amount: { from: input.amountFrom, to: input.amountTo },
    }),
    ...(from !== undefined && { range }),
    ...(input.recurring && { recurring: input.recurring }),
    ...(input.onlyReminderActive && { reminderActive: true }),
    ...(input.onlyOnlinePayment && { onlinePayment: true }),
    ...(input.onlyOnlineSignature && { onlineSignature: true }),
    ...(input.tiersPrestationIsActivatedForThisBilling && { paymentRequest: true }),
  };
}

/** The start of a range as an instant and a day. */
const beginning = (input: number | string, zone: string): { from: number; fromDay: string } =>
  typeof input === 'number'
    ? { from: input, fromDay: civilDayOf(input, zone) }
    : { from: startOfDay(input, zone), fromDay: input };

/** The end of a range: a day is included until its last second. */
const ending = (input: number | string, zone: string): { to: number; toDay: string } =>
  typeof input === 'number'
    ? { to: input, toDay: civilDayOf(input, zone) }
    : { to: startOfDay(addDays(input, 1), zone) - 1, toDay: input };
