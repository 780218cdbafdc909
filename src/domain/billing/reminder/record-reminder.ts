import { civilDayOf } from '../../time/civil-day.ts';
import type { Claim, Finalized } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';
import { remindedOf, reminderOf } from './current-reminder.ts';
import { dueDayOf } from './next-reminder.ts';
import type { Reminded, Reminder } from './reminder.ts';

/**
 * Records a reminder mail on a bill. A reminder before the due day is a courtesy and does not
 * count. Times are Unix seconds.
 */
export function reminded<B extends Claim>(
  bill: B,
  { mailId, now, zone }: { mailId: string; now: number; zone: string },
): B {
  const { count, sentAt, failed, last } = remindedOf(bill);
  const counts = civilDayOf(now, zone) >= dueDayOf(bill as Finalized<Claim>, zone);
  return withReminded(bill, now, {
    ...{ count: count + (counts ? 1 : 0), failed: last ? 0 : failed, sentAt: now, triedAt: now },
    last: { mailId, counts, ...(sentAt !== undefined && { beforeAt: sentAt }) },
  });
}

/**
 * Records that the last reminder was not delivered: it does not count, and the one before it is
 * again the last sent.
 */
export function reminderUndelivered<B extends Claim>(bill: B, now: number): B {
  const { last, sentAt: _, ...rest } = remindedOf(bill);
  if (!last) return bill;
  const { counts, beforeAt } = last;
  return withReminded(bill, now, {
    ...{ ...rest, count: rest.count - (counts ? 1 : 0), failed: rest.failed + 1 },
    ...(beforeAt !== undefined && { sentAt: beforeAt }),
  });
}

/** Records that the owner was notified of a missing recipient address. */
export const withoutReminderAddress = <B extends Claim>(bill: B, now: number): B =>
  withReminded(bill, now, { ...remindedOf(bill), isUnaddressedTold: true });

/**
 * Sets the reminder settings of a bill: in the `content` of a draft, or in the `life` of a
 * finalized bill.
 */
export function withReminder<B extends Claim>(bill: B, settings: Reminder, now: number): B {
  if (!bill.sealed) return changed(bill, { content: { ...bill.content, reminder: settings } } as Partial<B>, now);
  const before = reminderOf(bill);
  const since = settings.active && !before?.active ? now : (bill.life.reminder?.since ?? bill.sealed.finalizedAt);
  const { isUnaddressedTold: _, ...was } = remindedOf(bill);
  const life = {
    ...bill.life,
    reminder: { ...settings, since },
    ...(bill.life.reminded && { reminded: { ...was, failed: 0 } }),
  };
  return changed(bill, { life } as Partial<B>, now);
}

const withReminded = <B extends Claim>(bill: B, now: number, became: Reminded): B =>
  changed(bill, { life: { ...bill.life, reminded: became } } as Partial<B>, now);
