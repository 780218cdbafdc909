import { addDays, type CivilDay } from '../time/civil-day.ts';

/** Age groups of receivables. */
export const ages = ['notDue', 'days1To30', 'days31To60', 'daysOver60'] as const;
export type Age = (typeof ages)[number];

/** Days late at which each age group begins. */
export const AGE_DAYS = { days1To30: 1, days31To60: 31, daysOver60: 61 } as const;

/** The due days of an age group on a day, both inclusive; undefined for receivables not yet due. */
export function dueDaysOf(age: Age, day: CivilDay): { from: CivilDay; to: CivilDay } | undefined {
  if (age === 'notDue') return undefined;
  const to = addDays(day, -AGE_DAYS[age]);
  if (age === 'daysOver60') return { from: FIRST_DAY, to };
  const next = age === 'days1To30' ? AGE_DAYS.days31To60 : AGE_DAYS.daysOver60;
  return { from: addDays(day, 1 - next), to };
}

/** The first day a list can start from. */
const FIRST_DAY = '1970-01-01';
