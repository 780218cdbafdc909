import * as z from 'zod';

/** Characters of what is given as an id. */
export const ID_MAX = 255;

/** An id as a request says it. One that cannot exist is not malformed, it is not found: see `isUuid`. */
export const id = z
  .string()
  .max(ID_MAX)
  .meta({ id: 'Id', description: 'The id, a UUID.', example: '01890a5d-ac96-774b-bcce-b302099a8057' });

/** An id that says whose: 'the invoice'. */
export const idOf = (whose: string) => id.meta({ description: `The id of ${whose}, a UUID.` });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id can be asked of the database at all: PostgreSQL fails on text that is no UUID. */
export const isUuid = (said: string | undefined): said is string => said !== undefined && UUID.test(said);
