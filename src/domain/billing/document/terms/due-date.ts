import { addDays, atSameWallClock, type CivilDay, civilDayOf, endOfMonth, isBefore } from '../../../time/civil-day.ts';
import type { PaymentDelay } from './payment-terms.ts';

/**
 * The civil day a document is due: a number of days after its issue, then the end of that month if
 * the delay requires it. `other` is the day agreed by the parties, undefined until it is set.
 */
export function dueDay(emittedOn: CivilDay, delay: PaymentDelay, customDay?: CivilDay): CivilDay | undefined {
  const rule = delayRules[delay];
  if (rule === 'as chosen') return customDay;
  const day = addDays(emittedOn, rule.days);
  return rule.endOfMonth ? endOfMonth(day) : day;
}

/**
 * The instant a document is due (Unix seconds): on its due day in the account's zone, at the time
 * of day it was issued. `other` is the instant agreed by the parties, to the second.
 */
export function dueAt(
  emittedAt: number,
  delay: PaymentDelay,
  customDueAt: number | undefined,
  zone: string,
): number | undefined {
  const day = dueDay(civilDayOf(emittedAt, zone), delay);
  return day === undefined ? customDueAt : atSameWallClock(emittedAt, day, zone);
}

/**
 * Whether a payment delay between professionals exceeds the legal maximum (C. com. art. L441-10 I):
 * 60 days from the issue, or 45 days end of month if the contract says so. The law does not say
 * whether the 45 days are counted before or after the end of the month, and both are in use; only a
 * delay that violates both is too long. Warns, never blocks.
 */
export function termsTooLong(emittedOn: CivilDay, dueOn: CivilDay): boolean {
  const allowed = [
    addDays(emittedOn, 60),
    endOfMonth(addDays(emittedOn, 45)),
    addDays(endOfMonth(emittedOn), 45),
  ] as const;
  return allowed.every((last) => isBefore(last, dueOn));
}

type DelayRule = { readonly days: number; readonly endOfMonth: boolean } | 'as chosen';

const after = (days: number): DelayRule => ({ days, endOfMonth: false });
const afterThenEndOfMonth = (days: number): DelayRule => ({ days, endOfMonth: true });

const delayRules: Record<PaymentDelay, DelayRule> = {
  at_reception: after(0),
  end_of_month: afterThenEndOfMonth(0),
  seven_days: after(7),
  ten_days: after(10),
  fifteen_days: after(15),
  thirty_days: after(30),
  thirty_days_end_of_month: afterThenEndOfMonth(30),
  forty_five_days: after(45),
  forty_five_days_end_of_month: afterThenEndOfMonth(45),
  sixty_days: after(60),
  sixty_days_end_of_month: afterThenEndOfMonth(60),
  ninety_days: after(90),
  ninety_days_end_of_month: afterThenEndOfMonth(90),
  one_hundred_and_twenty_days: after(120),
  other: 'as chosen',
};
