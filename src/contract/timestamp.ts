import * as z from 'zod';

/** The last second of the year 2999: far enough for any date, and every date computed from it still has four-digit years. */
export const TIMESTAMP_MAX = 32_503_679_999;

/** Unix seconds, whole. */
export const timestamp = z.int().min(0).max(TIMESTAMP_MAX).meta({ id: 'Timestamp', description: 'Unix seconds.' });

/** The same in a query string. */
export const timestampInQuery = z.coerce
  .number()
  .int()
  .min(0)
  .max(TIMESTAMP_MAX)
  .meta({ description: 'Unix seconds.' });
