import { addDays, addMonths, type CivilDay, endOfMonth, startOfDay, yearOf } from '../../time/civil-day.ts';

/** The periods that are closed: BOI-TVA-DECLA-30-10-30 § 170 requires all three. */
export const periodKinds = ['day', 'month', 'year'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** A civil day, month or year in the account's zone, identified by its first day. */
export type Period = { readonly kind: PeriodKind; readonly startsOn: CivilDay };

/** The period of this kind that contains a day. */
export const periodOf = (kind: PeriodKind, day: CivilDay): Period => ({ kind, startsOn: firstDayOf[kind](day) });

/** The first day after a period. */
export const dayAfter = ({ kind, startsOn }: Period): CivilDay => nextFirstDay[kind](startsOn);

/** The first second after a period in a zone, Unix seconds. */
export const endsAt = (period: Period, zone: string): number => startOfDay(dayAfter(period), zone);

/** The name of a period: `2026-11-22`, `2026-11` or `2026`. */
export const nameOf = ({ kind, startsOn }: Period): string => startsOn.slice(0, NAME_LENGTH[kind]);

const NAME_LENGTH: Readonly<Record<PeriodKind, number>> = { day: 10, month: 7, year: 4 };

const firstDayOf: Readonly<Record<PeriodKind, (day: CivilDay) => CivilDay>> = {
  day: (day) => day,
  month: (day) => `${day.slice(0, 7)}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

const nextFirstDay: Readonly<Record<PeriodKind, (startsOn: CivilDay) => CivilDay>> = {
  day: (startsOn) => addDays(startsOn, 1),
  month: (startsOn) => addDays(endOfMonth(startsOn), 1),
  year: (startsOn) => addMonths(startsOn, 12),
};

/** Whether two days are in the same year. */
export const isSameYear = (a: CivilDay, b: CivilDay): boolean => yearOf(a) === yearOf(b);
