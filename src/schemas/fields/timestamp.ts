import * as z from 'zod';
import { expectations } from '../validation/expectation.ts';
import { TIMESTAMP_MAX, unixSecondsExpected } from './unix-seconds.ts';

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
