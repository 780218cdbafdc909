import * as z from 'zod';
import { isCivilDay } from '../../domain/time/civil-day.ts';
import { customFault } from '../validation/custom-check.ts';
import { TIMESTAMP_MAX } from './unix-seconds.ts';

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
