import * as z from 'zod';
import { ownFault } from './own-check.ts';
import { TIMESTAMP_MAX } from './timestamp.ts';

const isInRange = (said: string): boolean => secondsAt(said) >= 0 && secondsAt(said) <= TIMESTAMP_MAX;
const outOfRange = ownFault({
  code: 'date_out_of_range',
  fr: 'Une date entre 1970 et 2999',
  en: 'A date between 1970 and 2999',
});

/** A day of the calendar, `2026-03-02`, in the zone of the account. */
export const day = z.iso.date().refine(isInRange, outOfRange).meta({ description: 'A day, 2026-03-02.' });

/** A day, or an instant with its distance from UTC, as people write them (ISO 8601). */
export const moment = z
  .union([day, z.iso.datetime({ offset: true }).refine(isInRange, outOfRange)])
  .meta({ description: 'A day of the account’s zone (2026-03-02), or an instant (2026-03-02T09:00:00+01:00).' });

/** The whole second an instant lies in, Unix seconds. */
export const secondsAt = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
