import { addDays, type CivilDay, civilDayOf, isBefore, startOfDay } from '../time/civil-day.ts';
import { targetDayAfter, targetDayUntil } from '../time/target-calendar.ts';

/** The URL of the ECB's daily rates. */
export const DAILY_RATES_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/** The time zone of the ECB's publication, and of the day a document's rate is taken from. */
const EURO_ZONE = 'Europe/Paris';

/** The ECB publishes around 16:00 Central European Time. */
const PUBLISHED_AFTER_SECONDS = 16 * 3_600;
/**
 * Seconds after publication before rates are fetched, and the jitter added to spread the requests
 * of many installations.
 */
const ASKED_AFTER_SECONDS = 300;
const ASKED_WITHIN_SECONDS = 900;

/** The civil day in the euro area. */
export const dayInEuroZone = (at: number): CivilDay => civilDayOf(at, EURO_ZONE);

const publishedAt = (day: CivilDay): number => startOfDay(day, EURO_ZONE) + PUBLISHED_AFTER_SECONDS;

/** The last day whose rates are published at a moment (Unix seconds), by the calendar. */
export function lastPublishedDay(now: number): CivilDay {
  const today = dayInEuroZone(now);
  return targetDayUntil(now < publishedAt(today) ? addDays(today, -1) : today);
}

/**
 * When to fetch the next rates, Unix seconds: after 16:00 of the next publication day. `chance` is
 * from 0 to 1.
 */
export const nextAskedAt = (now: number, chance: number): number =>
  publishedAt(targetDayAfter(lastPublishedDay(now))) + ASKED_AFTER_SECONDS + Math.floor(chance * ASKED_WITHIN_SECONDS);

/**
 * What to fetch at a moment (Unix seconds) if `kept` is the last stored day: nothing, the rates of
 * one day, or the last 90 days if more than one is missing.
 */
export function ratesMissing(kept: CivilDay | undefined, now: number): 'none' | 'day' | 'history' {
  const published = lastPublishedDay(now);
  if (kept === undefined) return 'history';
  if (!isBefore(kept, published)) return 'none';
  return targetDayAfter(kept) === published ? 'day' : 'history';
}
