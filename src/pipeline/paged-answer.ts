import * as z from 'zod';
import { mapInTimeSlices } from '../limits/time-slices.ts';
import { compiled } from '../schemas/validation/compiled.ts';
import type { Reply } from '../services/context.ts';

/** A page that is checked entry by entry, yielding to other requests. */
export type Page = {
  /** The page, parsed by its schema. */
  readonly checked: () => Promise<unknown>;
  /** The page as JSON; of each entry only its text is kept. */
  readonly written: () => Promise<string>;
};

/** Entries checked and serialized in one step. */
const ENTRIES_AT_ONCE = 25;

/**
 * The result of an operation as a page if it is built or checked entry by entry; otherwise
 * undefined.
 */
export function pageOf(output: z.ZodType, { body, entries: given }: Reply<unknown>): Page | undefined {
  const { docs, ...rest } = body as { docs?: unknown };
  if (!(docs instanceof Array) || (!given && docs.length <= ENTRIES_AT_ONCE)) return undefined;
  const schemas = schemasOf(output);
  if (!schemas) {
    if (given) throw new Error('entries of an answer that is not a page');
    return undefined;
  }
  const { entry: schema, around } = schemas;
  const builders: readonly (() => unknown)[] = given ?? docs.map((doc) => () => doc);
  return {
    checked: async () => ({
      docs: await mapInTimeSlices(builders, (build) => schema.parse(build())),
      ...(around.parse(rest) as object),
    }),
    written: async () => {
      const entries = await mapInTimeSlices(builders, (build) => JSON.stringify(schema.parse(build())));
      const end = JSON.stringify(around.parse(rest)).slice(1);
      return `{"docs":[${entries.join(',')}]${end === '}' ? '' : ','}${end}`;
    },
  };
}

type Schemas = { readonly entry: z.ZodType; readonly around: z.ZodType };

/** The schemas of a page's entries and of the rest; undefined if the answer is not a page. */
function schemasOf(output: z.ZodType): Schemas | undefined {
  const known = pages.get(output);
  if (known) return known;
  if (!(output instanceof z.ZodObject) || Object.keys(output.shape)[0] !== 'docs') return undefined;
  const { docs, ...around } = output.shape;
  if (!(docs instanceof z.ZodArray)) return undefined;
  const made = { entry: compiled(docs.element as z.ZodType), around: compiled(z.object(around)) };
  pages.set(output, made);
  return made;
}

const pages = new WeakMap<z.ZodType, Schemas>();
