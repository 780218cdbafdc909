import * as z from 'zod';
import { mapInTimeSlices, slices } from '../limits/time-slices.ts';
import { compiled } from '../schemas/validation/compiled.ts';
import type { Entry, Reply } from '../services/context.ts';

/** A page on its way out, an entry at a time: others have their turn meanwhile. */
export type Page = {
  /** The page as its schema lets it through. */
  readonly checked: () => Promise<unknown>;
  /** The same as JSON, in pieces that are put together when they are sent; nothing but the text stays of each entry. */
  readonly written: () => Promise<readonly Buffer[]>;
};

/** Entries that are checked and written in one go. */
const ENTRIES_AT_ONCE = 25;

/** What an operation gave as a page, where it is one that is made or checked entry by entry; else undefined. */
export function pageOf(output: z.ZodType, { body, entries: given }: Reply<unknown>): Page | undefined {
  const { docs, ...rest } = body as { docs?: unknown };
  if (!(docs instanceof Array) || (!given && docs.length <= ENTRIES_AT_ONCE)) return undefined;
  const schemas = schemasOf(output);
  if (!schemas) {
    if (given) throw new Error('entries of an answer that is no page');
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

/** As bytes at once: they lie beside the memory that is searched for garbage. */
function writtenEntry(entry: Entry<unknown>, schema: z.ZodType): Buffer {
  if ('json' in entry) return entry.json;
  const json = Buffer.from(JSON.stringify(schema.parse(entry.make())));
  entry.keep?.(json);
  return json;
}

type Schemas = { readonly entry: z.ZodType; readonly around: z.ZodType };

/** The schema of a page's entries, and of what stands around them; undefined where the answer is no page. */
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
