import * as z from 'zod';
import { isCivilDay, startOfDay } from '../../domain/time/civil-day.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { customFault } from '../validation/custom-check.ts';
import { expectations } from '../validation/expectation.ts';

/**
 * The last second of the year 2999: far enough for any date, and every date computed from it still
 * has a four-digit year.
 */
export const TIMESTAMP_MAX = 32_503_679_999;

/**
 * The default time zone of accounts, used to explain a day in seconds; the caller may have
 * another.
 */
const ZONE = 'Europe/Paris';
const EXAMPLE_DAY = '2026-03-02';

/**
 * What to send where Unix seconds are expected: the seconds of the given day or instant, if
 * recognized.
 */
export function unixSecondsExpected(value: unknown): BilingualText {
  const meant = secondsMeant(value);
  if (meant === undefined) {
    const seconds = startOfDay(EXAMPLE_DAY, ZONE);
    return {
      fr: `Il faut des secondes Unix, de 0 à ${TIMESTAMP_MAX} : le ${dayIn.fr(seconds)} s’écrit ${seconds}`,
      en: `Must be Unix seconds, from 0 to ${TIMESTAMP_MAX}: ${dayIn.en(seconds)} is ${seconds}`,
    };
  }
  const { seconds, instead } = meant;
  return {
    fr: `Il faut des secondes Unix, pas ${instead.fr} : le ${dayIn.fr(seconds)} s’écrit ${seconds}`,
    en: `Must be Unix seconds, not ${instead.en}: ${dayIn.en(seconds)} is ${seconds}`,
  };
}

type Meant = { seconds: number; instead: BilingualText };

function secondsMeant(value: unknown): Meant | undefined {
  // In a query every number is a text.
  const number = typeof value === 'string' && /^\d{1,17}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  const meant = typeof number === 'number' ? numberMeant(number, typeof value === 'string') : textMeant(value);
  return meant && meant.seconds >= 0 && meant.seconds <= TIMESTAMP_MAX ? meant : undefined;
}

function numberMeant(number: number, isText: boolean): Meant | undefined {
  if (number > TIMESTAMP_MAX)
    return { seconds: Math.floor(number / 1000), instead: { fr: 'des millisecondes', en: 'milliseconds' } };
  if (!Number.isInteger(number))
    return { seconds: Math.floor(number), instead: { fr: 'des fractions de seconde', en: 'fractions of a second' } };
  return isText ? { seconds: number, instead: { fr: 'un texte', en: 'text' } } : undefined;
}

/** A day or an ISO 8601 time; without a UTC offset it is in our time zone. */
function textMeant(value: unknown): Meant | undefined {
  const [, day, time, offset] = ISO.exec(typeof value === 'string' ? value : '') ?? [];
  if (day === undefined || !isCivilDay(day)) return undefined;
  const instead = { fr: 'une date en texte', en: 'a date as text' };
  if (time === undefined) return { seconds: startOfDay(day, ZONE), instead };
  const at = Date.parse(`${day}T${time}${offset ?? 'Z'}`) / 1000;
  if (Number.isNaN(at)) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
  return { seconds: Math.floor(offset ? at : startOfDay(day, ZONE) + at - midnight), instead };
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

const written = (language: string, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: ZONE }).format(seconds * 1000);

/** The day of an instant (Unix seconds) in Paris: 2 March 2026. */
export const dayIn = {
  fr: (seconds: number): string => written('fr-FR', seconds).replace(/^1 /, '1er '),
  en: (seconds: number): string => written('en-GB', seconds),
};

/** Unix seconds, whole. */
export const timestamp = z
  .int()
  .min(0)
  .max(TIMESTAMP_MAX)
  .meta({ id: 'Timestamp', description: 'Unix seconds.' })
  .register(expectations, { says: unixSecondsExpected });

/** Unix seconds in a query string. */
export const timestampInQuery = z.coerce
  .number()
  .int()
  .min(0)
  .max(TIMESTAMP_MAX)
  .meta({ description: 'Unix seconds.' })
  .register(expectations, { says: unixSecondsExpected });

/** Maximum characters of an instant, including fractions of a second. */
const MOMENT_MAX = 64;

/** A calendar day, `2026-03-02`, in the account's time zone. */
export const day = z
  .string()
  .max(MOMENT_MAX)
  .refine(
    isDay,
    customFault({
      code: 'day_invalid',
      fr: 'Écrivez une date de 1970 à 2999 sous la forme 2026-03-02',
      en: 'Write a date from 1970 to 2999 as 2026-03-02',
    }),
  )
  .meta({ format: 'date', description: 'A day, 2026-03-02.' });

/** A day, or an instant with its UTC offset (ISO 8601). */
export const moment = z
  .string()
  .max(MOMENT_MAX)
  .refine(
    (value) => isDay(value) || isInstant(value),
    customFault({
      code: 'moment_invalid',
      fr: 'Écrivez une date (2026-03-02) ou une date et une heure (2026-03-02T09:00:00+01:00), de 1970 à 2999',
      en: 'Write a date (2026-03-02) or a date and time (2026-03-02T09:00:00+01:00), from 1970 to 2999',
    }),
  )
  .meta({ description: 'A day of the account’s zone (2026-03-02), or a date and time (2026-03-02T09:00:00+01:00).' });

/** The whole second of an instant, in Unix seconds. */
export const secondsAt = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

function isDay(value: string): boolean {
  return isInRange(value) && isCivilDay(value);
}

const instant = z.iso.datetime({ offset: true });
const isInstant = (value: string): boolean => instant.safeParse(value).success && isInRange(value);
const isInRange = (value: string): boolean => secondsAt(value) >= 0 && secondsAt(value) <= TIMESTAMP_MAX;
