import { addDays, type CivilDay, civilDayOf, isBefore, startOfDay } from '../time/civil-day.ts';
import { targetDayAfter, targetDayUntil } from '../time/target-calendar.ts';

/** Where the ECB publishes the rates of the day. */
export const DAILY_RATES_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/** The clock of the euro area: by it the ECB publishes its rates, and by it a document is issued on a day. */
const EURO_ZONE = 'Europe/Paris';

/** The ECB publishes around 16:00, Central European Time. */
const PUBLISHED_AFTER_SECONDS = 16 * 3_600;
/** Seconds after that until they are asked for, and over which askers are spread, lest all of them come at once. */
const ASKED_AFTER_SECONDS = 300;
const ASKED_WITHIN_SECONDS = 900;

/** The day in the euro area. */
export const dayInEuroZone = (at: number): CivilDay => civilDayOf(at, EURO_ZONE);

const publishedAt = (day: CivilDay): number => startOfDay(day, EURO_ZONE) + PUBLISHED_AFTER_SECONDS;

/** The last day whose rates are published by a moment (Unix seconds), as far as the calendar says. */
export function lastPublishedDay(now: number): CivilDay {
  const today = dayInEuroZone(now);
  return targetDayUntil(now < publishedAt(today) ? addDays(today, -1) : today);
}

/** When the next rates are asked for, in Unix seconds: after 16:00 of the next day that has some. `chance` is from 0 to 1. */
export const nextAskedAt = (now: number, chance: number): number =>
  publishedAt(targetDayAfter(lastPublishedDay(now))) + ASKED_AFTER_SECONDS + Math.floor(chance * ASKED_WITHIN_SECONDS);

/**
 * What there is to fetch by a moment where the last day kept is `kept`: nothing, the rates of one day, or those of the last 90
 * days, where more than one is missing: nothing was fetched yet, or for some time.
 */
export function ratesMissing(kept: CivilDay | undefined, now: number): 'none' | 'day' | 'history' {
  const published = lastPublishedDay(now);
  if (kept === undefined) return 'history';
  if (!isBefore(kept, published)) return 'none';
  return targetDayAfter(kept) === published ? 'day' : 'history';
}
