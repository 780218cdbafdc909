import { emailOf } from '../../customers/party.ts';
import { isWithAgency } from '../../payments/agency/request-progress.ts';
import { addDays, atSecondOfDay, type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { type Claim, type Finalized, isClaim } from '../document/document.ts';
import type { Member } from '../document/group/document-group.ts';
import type { Change } from '../document/group/group-changes.ts';
import { remainingOn } from '../document/totals/document-figures.ts';
import { remindedOf, reminderOf } from './current-reminder.ts';
import type { NothingToRemind, ReminderStop } from './reminder.ts';

/** Reminders are sent from 09:00 of the account's clock; delayed ones until 19:00. */
const FIRST_SECOND = 9 * 3_600;
const LAST_SECOND = 19 * 3_600;
/** Minimum days between two reminders. */
const WEEK = 7;
/** Undelivered mails in a row after which reminders stop, until they are configured again. */
const FAILED_MAX = 3;

type Clock = { readonly now: number; readonly zone: string };

/**
 * When the next automatic reminder of a bill is sent, Unix seconds, or why none is. The first is
 * due on the due day (`on_due_date`) or a week after it (`every_week`), the others a week apart.
 * Never on the day the bill was issued or reminders were switched on, never twice within a week. A
 * missed one is sent at once between 09:00 and 19:00, otherwise at the next 09:00; several missed
 * ones are sent as one.
 */
export function nextReminder(
  bill: Claim,
  { now, zone }: Clock,
): { readonly at: number } | { readonly stop: ReminderStop } {
  const none = whyNoReminder(bill);
  if (none && none !== 'no_address') return { stop: none };
  const reminder = reminderOf(bill);
  const { count, failed, triedAt } = remindedOf(bill);
  if (!reminder?.active) return { stop: 'off' };
  if (count >= reminder.numberOfRemindersToSend) return { stop: 'number_reached' };
  if (failed >= FAILED_MAX) return { stop: 'undelivered' };
  if (none) return { stop: none };
  const { finalizedAt } = (bill as Finalized<Claim>).sealed;
  const first = reminder.frequency === 'every_week' ? WEEK : 0;
  const days = [
    addDays(dueDayOf(bill as Finalized<Claim>, zone), first + count * WEEK),
    addDays(civilDayOf(Math.max(finalizedAt, bill.life.reminder?.since ?? 0), zone), 1),
    ...(triedAt === undefined ? [] : [addDays(civilDayOf(triedAt, zone), WEEK)]),
  ];
  return { at: byDay(latest(days), { now, zone }) };
}

/** Why no reminder of a bill can be sent, automatic or manual; undefined if one can. */
export function whyNoReminder(bill: Claim): Exclude<NothingToRemind, 'customer_archived'> | undefined {
  if (!bill.sealed) return 'draft';
  if (bill.canceledAt !== undefined) return 'canceled';
  if (bill.archivedAt !== undefined) return 'archived';
  if (remainingOn(bill).toPay === 0) return 'settled';
  if (isWithAgency(bill)) return 'payment_request';
  return recipientsOf(bill).length === 0 ? 'no_address' : undefined;
}

/**
 * The recipients of a reminder: the configured ones, or the first address of the customer on the
 * bill.
 */
export function recipientsOf(bill: Claim): readonly string[] {
  const named = reminderOf(bill)?.recipients ?? [];
  if (named.length > 0) return named;
  const own = bill.sealed?.customer && emailOf(bill.sealed.customer);
  return own === undefined ? [] : [own];
}

/** The due day of a bill; without one, its day of issue. */
export const dueDayOf = ({ sealed }: Finalized<Claim>, zone: string): CivilDay =>
  civilDayOf(sealed.dueAt ?? sealed.emittedAt, zone);

/** The first moment in daytime, from 09:00 of a day on. */
function byDay(day: CivilDay, { now, zone }: Clock): number {
  const at = atSecondOfDay(day, FIRST_SECOND, zone);
  if (now <= at) return at;
  const today = civilDayOf(now, zone);
  const opens = atSecondOfDay(today, FIRST_SECOND, zone);
  if (now < opens) return opens;
  return now < atSecondOfDay(today, LAST_SECOND, zone) ? now : atSecondOfDay(addDays(today, 1), FIRST_SECOND, zone);
}

const latest = (days: readonly CivilDay[]): CivilDay => days.reduce((one, other) => (one < other ? other : one));

/**
 * When the reminder of a changed document must be checked, Unix seconds of the account's clock.
 * Undefined if that time did not change, or without a reminder. A reminder that no longer applies
 * is detected at that time.
 */
export function reminderDueSince({ before, after }: Change, now: number): number | undefined {
  const at = after && dueAt(after, now);
  return at === undefined || at === (before && dueAt(before, now)) ? undefined : at;
}

function dueAt({ document, facts }: Member, now: number): number | undefined {
  if (!isClaim(document) || !document.sealed || !reminderOf(document)?.active) return undefined;
  const next = nextReminder(document, { now, zone: facts.settings.zone });
  // A bill without an address is checked too, to notify its owner.
  return 'at' in next ? next.at : next.stop === 'no_address' ? now : undefined;
}
