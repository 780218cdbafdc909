import { type CivilDay, civilDayOf } from '../time/civil-day.ts';

/**
 * What is wrong with the days money came or went for a document, on the account's calendar: one is to come, or before the day of
 * issue. Times are Unix seconds.
 */
export function invalidPaymentDay(
  emittedAt: number,
  times: readonly number[],
  { now, zone }: { now: number; zone: string },
): { readonly today: CivilDay } | { readonly issuedOn: CivilDay } | undefined {
  const days = times.map((time) => civilDayOf(time, zone));
  const [issuedOn, today] = [civilDayOf(emittedAt, zone), civilDayOf(now, zone)];
  if (days.some((day) => day > today)) return { today };
  // A document may be dated ahead: what came by today is not before it then.
  return days.some((day) => day < issuedOn && issuedOn <= today) ? { issuedOn } : undefined;
}
