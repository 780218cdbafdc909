import * as z from 'zod';

/** The last second of the year 9999 in Unix seconds: what every calendar and PostgreSQL can still write. */
export const TIMESTAMP_MAX = 253_402_300_799;

/** Unix seconds, whole. */
export const timestamp = z.int().min(0).max(TIMESTAMP_MAX).meta({ description: 'Unix seconds.' });

/** The same in a query string. */
export const timestampInQuery = z.coerce
  .number()
  .int()
  .min(0)
  .max(TIMESTAMP_MAX)
  .meta({ description: 'Unix seconds.' });
