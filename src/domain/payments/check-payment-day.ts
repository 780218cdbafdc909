import { type CivilDay, civilDayOf } from '../time/civil-day.ts';

/**
 * The error in the days of a payment or refund, on the account's calendar: in the future, or before
 * the day of issue. Times are Unix seconds.
 */
export function invalidPaymentDay(
  emittedAt: number,
  times: readonly number[],
  { now, zone }: { now: number; zone: string },
): { readonly today: CivilDay } | { readonly issuedOn: CivilDay } | undefined {
  const days = times.map((time) => civilDayOf(time, zone));
  const [issuedOn, today] = [civilDayOf(emittedAt, zone), civilDayOf(now, zone)];
  if (days.some((day) => day > today)) return { today };
  // A document may be dated in the future: a payment until today is then allowed.
  return days.some((day) => day < issuedOn && issuedOn <= today) ? { issuedOn } : undefined;
}
