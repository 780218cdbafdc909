import { addDays, type CivilDay, daysBetween, yearOf } from './civil-day.ts';

/**
 * Whether TARGET, the euro payment system, is open on a day: Monday to Friday except 1 January,
 * Good Friday, Easter Monday, 1 May, 25 and 26 December (ECB, decision of 14 December 2000 on its
 * long-term calendar, OJ C 371 of 23 December 2000).
 */
export const isTargetDay = (day: CivilDay): boolean => weekdayOf(day) < SATURDAY && !closingDays(yearOf(day)).has(day);

/** The last day TARGET is open, up to and including the given one. */
export const targetDayUntil = (day: CivilDay): CivilDay => (isTargetDay(day) ? day : targetDayUntil(addDays(day, -1)));

/** The first day TARGET is open after a day. */
export function targetDayAfter(day: CivilDay): CivilDay {
  const next = addDays(day, 1);
  return isTargetDay(next) ? next : targetDayAfter(next);
}

const SATURDAY = 5;
const A_MONDAY = '1970-01-05';

/** 0 for Monday. */
export const weekdayOf = (day: CivilDay): number => ((daysBetween(A_MONDAY, day) % 7) + 7) % 7;

function closingDays(year: number): ReadonlySet<CivilDay> {
  const easter = easterOf(year);
  const written = String(year).padStart(4, '0');
  const fixed = ['01-01', '05-01', '12-25', '12-26'].map((day) => `${written}-${day}`);
  return new Set([...fixed, addDays(easter, -2), addDays(easter, 1)]);
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): CivilDay {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  const [month, day] = [Math.floor(f / 31), (f % 31) + 1];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
