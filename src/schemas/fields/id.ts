import * as z from 'zod';
import type { RefusalCode, Refused } from '../../domain/refusal.ts';
import { isBuiltIn } from '../../domain/themes/design.ts';

/** Maximum characters of an ID. */
export const ID_MAX = 255;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an ID can be queried at all: PostgreSQL fails on text that is not a UUID. */
export const isUuid = (value: string | null | undefined): value is string => value != null && UUID.test(value);

/**
 * IDs that are not UUIDs are parsed to this ID, which no record has, so that lookups find nothing.
 */
const ID_OF_NOTHING = '00000000-0000-0000-0000-000000000000';

/**
 * An ID. A text that cannot be an ID is treated as not found instead of malformed, so that every
 * parsed ID can be queried.
 */
const idSchema = (exists: (value: string) => boolean) =>
  z
    .string()
    .max(ID_MAX)
    .overwrite((value) => (exists(value) ? value : ID_OF_NOTHING))
    .meta({ description: 'The id, a UUID.', example: '01890a5d-ac96-774b-bcce-b302099a8057' });

/** An ID in a request. */
export const id = idSchema(isUuid).meta({ id: 'Id' });

/** An ID described by its owner: 'the invoice'. */
export const idOf = (owner: string) => id.meta({ description: `The id of ${owner}, a UUID.` });

/** A refusal that only says that something was not found. */
export type Missing = Extract<RefusalCode, `${string}_not_found`>;

/** The ID in a path, with the refusal for a text that cannot be an ID. */
export type IdOr<R extends Missing = Missing> = typeof id & { readonly missing: R };

/**
 * The ID in a path. For a text that cannot be an ID, this refusal is the answer and the operation
 * does not run.
 */
export const idOr = <const R extends Missing>(missing: R, sort: typeof id = id): IdOr<R> =>
  Object.assign(sort.clone(), { missing, ...(sort !== id && { alsoNames: true }) });

/** The refusal for a text in a path that cannot be an ID; undefined if there is none. */
export function notFoundRefusalOf(
  path: z.ZodObject,
  input: Readonly<Record<string, unknown>>,
): Refused<Missing> | undefined {
  for (const [name, schema] of Object.entries(path.shape))
    if (input[name] === ID_OF_NOTHING && 'missing' in schema) return { refused: schema.missing } as Refused<Missing>;
  return undefined;
}

/** The ID of a theme: a UUID, or the name of a built-in one. */
export const themeId = idSchema((value) => isBuiltIn(value) || isUuid(value)).meta({ id: 'ThemeId' });
