import { firstSince, nextAfter, type RecurrenceSchedule } from '../billing/recurrence/schedule.ts';
import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { PurchaseFacts } from './purchase.ts';

/** How often a purchase recurs, in months. */
export const purchasePaces = { month: 1, quarter: 3, year: 12 } as const;
export type PurchasePace = keyof typeof purchasePaces;

export const recurringPurchaseStates = ['active', 'paused', 'ended'] as const;

/** The days of a recurring purchase. */
export type PurchaseSchedule = {
  readonly every: PurchasePace;
  readonly from: CivilDay;
  readonly until?: CivilDay | undefined;
  /** On the last day of the month, whatever the day of `from`. */
  readonly onLastDay: boolean;
};

/** A purchase that is recorded again on each of its days. */
export type RecurringPurchase = PurchaseSchedule & {
  readonly id: string;
  /** What each purchase states. */
  readonly facts: Omit<PurchaseFacts, 'paidOn'>;
  readonly state: (typeof recurringPurchaseStates)[number];
  /** The day of the next purchase, while active. */
  readonly next?: CivilDay;
  /** The refusal because of which it was paused automatically. */
  readonly pausedBecause?: string;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** Active and paused ones of an account and mode. */
export const RECURRING_PURCHASES_MAX = 200;

const LAST_DAY = '2999-12-31';
const paceOf = ({ every, from, until, onLastDay }: PurchaseSchedule): RecurrenceSchedule => ({
  ...{ from, to: until ?? LAST_DAY, every: purchasePaces[every], interval: 'month' },
  ...(onLastDay && { onLastDay }),
});

/** The first day, today or later: earlier purchases are recorded by hand or from a file. */
export function firstPurchaseDayOf(
  schedule: PurchaseSchedule,
  today: CivilDay,
): CivilDay | Refused<'recurring_purchase_without_day'> {
  const first = schedule.from < today ? undefined : firstSince(paceOf(schedule), schedule.from);
  return first ?? { refused: 'recurring_purchase_without_day', earliest: today };
}

/** Applies what a change states to what each purchase states. */
export type FactsChange = (
  facts: RecurringPurchase['facts'],
  on: { readonly paidOn: CivilDay; readonly deducts: boolean },
) => RecurringPurchase['facts'];

/** The days that a change states; `until: null` takes the last day away. */
export type ScheduleChange = {
  readonly [Member in 'every' | 'from' | 'onLastDay']?: PurchaseSchedule[Member] | undefined;
} & { readonly until?: CivilDay | null | undefined };

/**
 * With other days, from `earliest` on: today, or the day after the last purchase. Without a new
 * first day, days still count from the first one, so that the 31st does not become the 28th.
 */
export function rescheduled(
  recurring: RecurringPurchase,
  { every = recurring.every, from = recurring.from, onLastDay = recurring.onLastDay, ...change }: ScheduleChange,
  earliest: CivilDay,
): RecurringPurchase | Refused<'recurring_purchase_without_day'> {
  const until = change.until === undefined ? recurring.until : (change.until ?? undefined);
  const next = firstSince(paceOf({ every, from, until, onLastDay }), earliest);
  const isPast = from !== recurring.from && from < earliest;
  if (isPast || next === undefined) return { refused: 'recurring_purchase_without_day', earliest };
  return { ...recurring, every, from, until, onLastDay, ...(recurring.state === 'active' && { next }) };
}

/** After the purchase of its next day: the following day, or its end. */
export const afterPurchase = (recurring: RecurringPurchase): RecurringPurchase =>
  withNext(recurring, recurring.next && nextAfter(paceOf(recurring), recurring.next));

/** Active again from a day on; the days of the pause are left out. */
export const resumed = (recurring: RecurringPurchase, earliest: CivilDay): RecurringPurchase =>
  withNext(recurring, firstSince(paceOf(recurring), earliest));

/** Without further purchases, until it is resumed. */
export function paused(recurring: RecurringPurchase, pausedBecause?: string): RecurringPurchase {
  const { next: _, pausedBecause: __, ...rest } = recurring;
  return { ...rest, state: 'paused', ...(pausedBecause !== undefined && { pausedBecause }) };
}

export const ended = (recurring: RecurringPurchase): RecurringPurchase => withNext(recurring, undefined);

function withNext(recurring: RecurringPurchase, next: CivilDay | undefined): RecurringPurchase {
  const { next: _, pausedBecause: __, ...rest } = recurring;
  return next === undefined ? { ...rest, state: 'ended' } : { ...rest, state: 'active', next };
}
