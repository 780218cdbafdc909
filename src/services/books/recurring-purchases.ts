import { settingsOf } from '../../db/account/settings.ts';
import { lockPurchases } from '../../db/books/purchases.ts';
import {
  countRecurringPurchases,
  insertRecurringDay,
  insertRecurringPurchase,
  lockRecurringPurchase,
  queueRecurringPurchase,
  saveRecurringPurchase,
} from '../../db/books/recurring-purchases.ts';
import { madeAt } from '../../domain/billing/recurrence/schedule.ts';
import { purchaseRefused } from '../../domain/books/purchase.ts';
import {
  afterPurchase,
  ended,
  firstPurchaseDayOf,
  type PurchaseSchedule,
  paused,
  RECURRING_PURCHASES_MAX,
  type RecurringPurchase,
  resumed,
} from '../../domain/books/recurring-purchase.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { recordPurchase } from './record-purchase.ts';

/** Sets up a recurring purchase; the first one is recorded on its day, today at the earliest. */
export async function startRecurringPurchase(
  { tx, now, newId }: Pick<Context, 'tx' | 'now' | 'newId'>,
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
  return recurring;
}

/** Pauses, resumes or ends a recurring purchase; an ended one stays so. */
export async function changeRecurringPurchase(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  id: string,
  state: RecurringPurchase['state'],
): Promise<RecurringPurchase | Refused<'recurring_purchase_not_found' | 'recurring_purchase_ended'>> {
  const recurring = await lockRecurringPurchase(tx, id);
  if (!recurring) return { refused: 'recurring_purchase_not_found' };
  if (recurring.state === state) return recurring;
  if (recurring.state === 'ended') return { refused: 'recurring_purchase_ended' };
  const { zone } = (await settingsOf(tx)).settings;
  const changed =
    state === 'active'
      ? resumed(recurring, civilDayOf(now, zone))
      : state === 'paused'
        ? paused(recurring)
        : ended(recurring);
  saveRecurringPurchase(tx, changed);
  if (changed.next !== undefined) queueRecurringPurchase(tx, id, madeAt(changed.next, zone), now);
  return changed;
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
  const recorded = await recordPurchase(context, { ...recurring.facts, paidOn: recurring.next }, undefined);
  if (isRefusal(recorded)) {
    saveRecurringPurchase(tx, paused(recurring, recorded.refused));
    return {};
  }
  insertRecurringDay(tx, id, recurring.next, recorded.id);
  const after = afterPurchase(recurring);
  saveRecurringPurchase(tx, after);
  return after.next === undefined ? {} : { nextAt: madeAt(after.next, zone) };
}
