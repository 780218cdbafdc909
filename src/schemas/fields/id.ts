import * as z from 'zod';
import type { RefusalCode, Refused } from '../../domain/refusal.ts';

/** Characters of what is given as an id. */
export const ID_MAX = 255;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id can be asked of the database at all: PostgreSQL fails on text that is no UUID. */
export const isUuid = (said: string | null | undefined): said is string => said != null && UUID.test(said);

/** What an id that cannot exist is read as: nothing ever has it, so that whoever looks for it finds nothing. */
const ID_OF_NOTHING = '00000000-0000-0000-0000-000000000000';

/** An id of a sort. One that cannot exist is not malformed, it is not found: what is read can always be asked for. */
export const idSchema = (exists: (said: string) => boolean) =>
  z
    .string()
    .max(ID_MAX)
    .overwrite((said) => (exists(said) ? said : ID_OF_NOTHING))
    .meta({ description: 'The id, a UUID.', example: '01890a5d-ac96-774b-bcce-b302099a8057' });

/** An id as a request says it. */
export const id = idSchema(isUuid).meta({ id: 'Id' });

/** An id that says whose: 'the invoice'. */
export const idOf = (whose: string) => id.meta({ description: `The id of ${whose}, a UUID.` });

/** A refusal that says no more than that something is not there. */
export type Missing = Extract<RefusalCode, `${string}_not_found`>;

/** The id of what a path names, with the refusal of one that cannot exist. */
export type IdOr<R extends Missing = Missing> = typeof id & { readonly missing: R };

/** The id of what a path names: where it cannot exist, that is the answer, and the operation does not run. */
export const idOr = <const R extends Missing>(missing: R, sort: typeof id = id): IdOr<R> =>
  Object.assign(sort.clone(), { missing, ...(sort !== id && { alsoNames: true }) });

/** The refusal of an id that cannot exist, of those that a path names; undefined where all can. */
export function notFoundRefusalOf(
  path: z.ZodObject,
  input: Readonly<Record<string, unknown>>,
): Refused<Missing> | undefined {
  for (const [name, schema] of Object.entries(path.shape))
    if (input[name] === ID_OF_NOTHING && 'missing' in schema) return { refused: schema.missing } as Refused<Missing>;
  return undefined;
}
