import * as z from 'zod';
import { mapInTimeSlices, slices } from '../limits/time-slices.ts';
import { compiled } from '../schemas/validation/compiled.ts';
import type { Entry, Reply } from '../services/context.ts';

/** A page that is serialized entry by entry, yielding to other requests. */
export type Page = {
  /** The page, parsed by its schema. */
  readonly checked: () => Promise<unknown>;
  /** The page as JSON chunks, which are joined when sent; only the text of each entry is kept. */
  readonly written: () => Promise<readonly Buffer[]>;
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
  const entries: readonly Entry<unknown>[] = given ?? docs.map((doc) => ({ make: () => doc }));
  const { entry: schema, around } = schemas;
  const valueOf = (entry: Entry<unknown>): unknown =>
    'json' in entry ? JSON.parse(entry.json.toString()) : schema.parse(entry.make());
  return {
    checked: async () => ({ docs: await mapInTimeSlices(entries, valueOf), ...(around.parse(rest) as object) }),
    written: async () => {
      const turn = slices();
      const pieces: Buffer[] = [BEGIN];
      for (const entry of entries) {
        if (pieces.length > 1) pieces.push(COMMA);
        pieces.push(writtenEntry(entry, schema));
        const others = turn();
        if (others) await others;
      }
      const end = JSON.stringify(around.parse(rest));
      pieces.push(Buffer.from(`]${end === '{}' ? '' : ','}${end.slice(1)}`));
      return pieces;
    },
  };
}

const BEGIN = Buffer.from('{"docs":[');
const COMMA = Buffer.from(',');

/** Converted to bytes right away: buffers are outside the garbage-collected heap. */
function writtenEntry(entry: Entry<unknown>, schema: z.ZodType): Buffer {
  if ('json' in entry) return entry.json;
  const json = Buffer.from(JSON.stringify(schema.parse(entry.make())));
  entry.keep?.(json);
  return json;
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
