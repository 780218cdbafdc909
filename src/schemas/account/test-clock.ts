import * as z from 'zod';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import {
  CLOCK_DAYS_AT_ONCE_MAX,
  CLOCK_MONTHS_AT_ONCE_MAX,
  daysAhead,
  shareOfWay,
} from '../../domain/time/test-clock.ts';
import { day, timestamp } from '../fields/timestamp.ts';
import { customFault } from '../validation/custom-check.ts';

/** The clock of the account's test mode. */
export const TestClockJson = z
  .object({
    now: timestamp.meta({ description: 'Current time of the test clock, Unix seconds.' }),
    today: z
      .string()
      .meta({ format: 'date', description: 'The day of the test clock in the time zone of the account.' }),
    daysAhead: z.int().meta({ description: 'Days the test clock is ahead of real time; 0 if it was never moved.' }),
    movingTo: timestamp
      .nullable()
      .meta({ description: 'The target time while the clock is moving. Everything due by then is run.' }),
    progress: z.number().min(0).max(1).meta({ description: 'Progress: 1 when the target is reached.' }),
  })
  .meta({ id: 'TestClock' });

/** How far to move the test clock: exactly one member. */
export const TestClockMove = z
  .object({
    days: z.int().min(1).max(CLOCK_DAYS_AT_ONCE_MAX).optional().meta({ description: 'Number of days.' }),
    months: z.int().min(1).max(CLOCK_MONTHS_AT_ONCE_MAX).optional().meta({ description: 'Number of calendar months.' }),
    until: day.optional().meta({ description: 'The target day; the time of day stays the same.' }),
  })
  .refine(
    ({ days, months, until }) => [days, months, until].filter((each) => each !== undefined).length === 1,
    customFault({
      code: 'one_of_days_months_until',
      fr: 'Donnez un seul de ces champs : days, months ou until',
      en: 'Give exactly one of days, months and until',
    }),
  );

type Times = { now: number; realNow: number };

export function testClockToJson(
  { now, realNow }: Times,
  { moving, zone }: { moving: { to: number; from: number } | undefined; zone: string },
): z.input<typeof TestClockJson> {
  return {
    ...{ now, today: civilDayOf(now, zone), daysAhead: daysAhead({ now, realNow }) },
    ...{ movingTo: moving?.to ?? null, progress: moving ? shareOfWay(moving, now) : 1 },
  };
}
