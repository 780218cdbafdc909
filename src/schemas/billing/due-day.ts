import * as z from 'zod';
import { type CivilDay, civilDayOf, isCivilDay } from '../../domain/time/civil-day.ts';
import { day, moment, secondsAt, timestamp, unixSecondsExpected } from '../fields/timestamp.ts';
import { expectations } from '../validation/expectation.ts';

/** A due date in a request: a day, an instant, or Unix seconds as in answers. */
export const dueDate = z
  .union([moment, timestamp])
  .meta({ id: 'DueDate', description: 'The due day (2026-11-26), or Unix seconds.', example: '2026-11-26' })
  .register(expectations, {
    says: (value) =>
      typeof value === 'number'
        ? unixSecondsExpected(value)
        : {
            fr: 'Donnez une date (2026-11-26), une date et une heure (2026-11-26T09:00:00+01:00) ou des secondes Unix',
            en: 'Must be a date (2026-11-26), a date and time (2026-11-26T09:00:00+01:00) or Unix seconds',
          },
  });

/** A due day as a tool parameter. */
export const dueDayForTools = day.nullable().optional().meta({ description: 'The due day, 2026-11-26.' });

/** The civil day meant by a request, in the account's time zone. */
export function dueDayOf(value: z.output<typeof dueDate>, zone: string): CivilDay {
  if (typeof value === 'number') return civilDayOf(value, zone);
  return isCivilDay(value) ? value : civilDayOf(secondsAt(value), zone);
}
