import { settingsOf } from '../../db/account/settings.ts';
import { lockPurchases } from '../../db/books/purchases.ts';
import {
  countRecurringPurchases,
  insertRecurringDay,
  insertRecurringPurchase,
  lastRecurringDay,
  lockRecurringPurchase,
  queueRecurringPurchase,
  saveRecurringPurchase,
} from '../../db/books/recurring-purchases.ts';
import { madeAt } from '../../domain/billing/recurrence/schedule.ts';
import { purchaseRefused } from '../../domain/books/purchase.ts';
import {
  afterPurchase,
  ended,
  type FactsChange,
  firstPurchaseDayOf,
  type PurchaseSchedule,
  paused,
  RECURRING_PURCHASES_MAX,
  type RecurringPurchase,
  rescheduled,
  resumed,
  type ScheduleChange,
} from '../../domain/books/recurring-purchase.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { addDays, type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { publishRecurringPurchase } from './publish-purchase-events.ts';
import { recordPurchase } from './record-purchase.ts';

/** Sets up a recurring purchase; the first one is recorded on its day, today at the earliest. */
export async function startRecurringPurchase(
  context: Pick<Context, 'tx' | 'now' | 'newId'>,
  facts: RecurringPurchase['facts'],
  schedule: PurchaseSchedule,
): Promise<
  | RecurringPurchase
  | Refused<
      | 'recurring_purchase_without_day'
      | 'recurring_purchases_full'
      | 'purchase_vat_exceeds'
      | 'purchase_vat_disagrees'
      | 'purchase_to_come'
    >
> {
  const { tx, now, newId } = context;
  const { settings } = await settingsOf(tx);
  const today = civilDayOf(now, settings.zone);
  const unusable = purchaseRefused({ ...facts, paidOn: today }, { today, deducts: declaresVat(settings) });
  if (unusable) return unusable;
  const next = firstPurchaseDayOf(schedule, today);
  if (typeof next !== 'string') return next;
  await lockPurchases(tx);
  if ((await countRecurringPurchases(tx)) >= RECURRING_PURCHASES_MAX)
    return { refused: 'recurring_purchases_full', limit: RECURRING_PURCHASES_MAX };
  const recurring: RecurringPurchase = { ...schedule, facts, id: newId(), state: 'active', next, createdAt: now };
  insertRecurringPurchase(tx, recurring);
  queueRecurringPurchase(tx, recurring.id, madeAt(next, settings.zone), now);
  publishRecurringPurchase(context, 'created', recurring);
  return recurring;
}

/** What a change states: its state, its days, what each purchase states. */
export type RecurringPurchaseChange = {
  readonly state?: RecurringPurchase['state'] | undefined;
  readonly schedule?: ScheduleChange | undefined;
  readonly facts?: FactsChange | undefined;
};

/**
 * Changes, pauses, resumes or ends a recurring purchase; an ended one stays so. What is due already
 * is recorded first, as it was stated.
 */
export async function changeRecurringPurchase(
  context: Context,
  id: string,
  change: RecurringPurchaseChange,
): Promise<
  | RecurringPurchase
  | Refused<
      | 'recurring_purchase_not_found'
      | 'recurring_purchase_ended'
      | 'recurring_purchase_without_day'
      | 'purchase_vat_exceeds'
      | 'purchase_vat_disagrees'
      | 'purchase_to_come'
    >
> {
  const { tx, now } = context;
  const found = await lockRecurringPurchase(tx, id);
  if (!found) return { refused: 'recurring_purchase_not_found' };
  const { settings } = await settingsOf(tx);
  const recurring = await recordedUntilNow(context, found, settings.zone);
  const isEdited = change.schedule !== undefined || change.facts !== undefined;
  if (recurring.state === 'ended')
    return !isEdited && change.state === 'ended' ? recurring : { refused: 'recurring_purchase_ended' };
  const today = civilDayOf(now, settings.zone);
  const last = await lastRecurringDay(tx, id);
  const earliest = last !== undefined && last >= today ? addDays(last, 1) : today;
  const edited = editedPurchase(recurring, change, { today, earliest, deducts: declaresVat(settings) });
  if (isRefusal(edited)) return edited;
  const changed = inState(edited, change.state, earliest);
  saveRecurringPurchase(tx, changed);
  if (changed.next !== undefined) queueRecurringPurchase(tx, id, madeAt(changed.next, settings.zone), now);
  if (isEdited) publishRecurringPurchase(context, 'updated', edited);
  if (changed.state !== recurring.state) publishRecurringPurchase(context, EVENTS[changed.state], changed);
  return changed;
}

const EVENTS = { active: 'resumed', paused: 'paused', ended: 'ended' } as const;

function editedPurchase(
  recurring: RecurringPurchase,
  { schedule, facts: changeFacts }: RecurringPurchaseChange,
  { today, earliest, deducts }: { readonly today: CivilDay; readonly earliest: CivilDay; readonly deducts: boolean },
) {
  const moved = schedule ? rescheduled(recurring, schedule, earliest) : recurring;
  if (isRefusal(moved) || !changeFacts) return moved;
  const facts = changeFacts(moved.facts, { paidOn: today, deducts });
  const { pausedBecause: _, ...edited } = { ...moved, facts };
  return purchaseRefused({ ...facts, paidOn: today }, { today, deducts }) ?? edited;
}

function inState(
  recurring: RecurringPurchase,
  state: RecurringPurchase['state'] | undefined,
  earliest: CivilDay,
): RecurringPurchase {
  if (state === undefined || state === recurring.state) return recurring;
  if (state === 'active') return resumed(recurring, earliest);
  return state === 'paused' ? paused(recurring) : ended(recurring);
}

/**
 * Records the purchase that is due and returns when the next one is (Unix seconds), if any: the
 * line, its day and the next day in one transaction. A refusal pauses it.
 */
export async function recordDuePurchase(context: Context, id: string): Promise<{ readonly nextAt?: number }> {
  const { tx, now } = context;
  const recurring = await lockRecurringPurchase(tx, id);
  if (recurring?.next === undefined) return {};
  const { zone } = (await settingsOf(tx)).settings;
  const dueAt = madeAt(recurring.next, zone);
  if (now < dueAt) return { nextAt: dueAt };
  const { next } = await recordedOn(context, recurring, recurring.next);
  return next === undefined ? {} : { nextAt: madeAt(next, zone) };
}

/** Records every purchase that is due. */
async function recordedUntilNow(
  context: Context,
  recurring: RecurringPurchase,
  zone: string,
): Promise<RecurringPurchase> {
  let reached = recurring;
  while (reached.next !== undefined && madeAt(reached.next, zone) <= context.now)
    reached = await recordedOn(context, reached, reached.next);
  return reached;
}

/** Records the purchase of a day and moves on to the next; a refusal pauses it. */
async function recordedOn(context: Context, recurring: RecurringPurchase, on: CivilDay): Promise<RecurringPurchase> {
  const { tx } = context;
  const recorded = await recordPurchase(context, { ...recurring.facts, paidOn: on }, undefined);
  const after = isRefusal(recorded) ? paused(recurring, recorded.refused) : afterPurchase(recurring);
  if (!isRefusal(recorded)) insertRecurringDay(tx, recurring.id, on, recorded.id);
  saveRecurringPurchase(tx, after);
  if (after.state !== recurring.state) publishRecurringPurchase(context, EVENTS[after.state], after);
  return after;
}
