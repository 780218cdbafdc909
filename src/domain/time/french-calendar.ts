import { addDays, type CivilDay, yearOf } from './civil-day.ts';
import { easterOf, weekdayOf } from './target-calendar.ts';

/** Monday to Friday without the public holidays of France (*jour ouvré*). */
const isWorkingDay = (day: CivilDay): boolean => weekdayOf(day) < SATURDAY && !holidays(yearOf(day)).has(day);

/** The first working day on or after a day. */
export const workingDayFrom = (day: CivilDay): CivilDay => (isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1)));

/** The working day that comes `count` working days after a day; `count` is at least 1. */
export function workingDaysAfter(day: CivilDay, count: number): CivilDay {
  const next = workingDayFrom(addDays(day, 1));
  return count === 1 ? next : workingDaysAfter(next, count - 1);
}

/** The day that comes `count` days after a day, without Sundays and holidays (*jour ouvrable*). */
export function weekdaysAfter(day: CivilDay, count: number): CivilDay {
  let found = day;
  for (let left = count; left > 0; ) {
    found = addDays(found, 1);
    if (weekdayOf(found) < SUNDAY && !holidays(yearOf(found)).has(found)) left -= 1;
  }
  return found;
}

const [SATURDAY, SUNDAY] = [5, 6];

/** The public holidays (C. trav. art. L3133-1). */
function holidays(year: number): ReadonlySet<CivilDay> {
  const easter = easterOf(year);
  const written = String(year).padStart(4, '0');
  const fixed = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
  const [EASTER_MONDAY, ASCENSION, WHIT_MONDAY] = [1, 39, 50];
  return new Set([
    ...fixed.map((day) => `${written}-${day}`),
    ...[EASTER_MONDAY, ASCENSION, WHIT_MONDAY].map((days) => addDays(easter, days)),
  ]);
}
