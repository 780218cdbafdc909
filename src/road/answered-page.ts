import * as z from 'zod';
import type { Reply } from '../deeds/context.ts';
import { mapInSlices, slices } from '../limits/slices.ts';

/** A page on its way out, an entry at a time: others have their turn meanwhile. */
export type Page = {
  /** The page as its schema lets it through. */
  readonly checked: () => Promise<unknown>;
  /** The same as JSON; nothing but the text stays of each entry. */
  readonly written: () => Promise<string | Buffer>;
};

/** Entries that are checked and written in one go. */
const ENTRIES_AT_ONCE = 25;
/** Characters that are there as a text before they become bytes, which are kept beside the memory that is searched for garbage. */
const PIECE_CHARACTERS = 128 * 1_024;

/** What an operation gave as a page, where it is one that is made or checked entry by entry; else undefined. */
export function pageOf(output: z.ZodType, { body, entries: made }: Reply<unknown>): Page | undefined {
  const { docs, ...rest } = body as { docs?: unknown };
  if (!(docs instanceof Array) || (!made && docs.length <= ENTRIES_AT_ONCE)) return undefined;
  const schemas = schemasOf(output);
  if (!schemas) {
    if (made) throw new Error('entries of an answer that is no page');
    return undefined;
  }
  const entries: readonly (() => unknown)[] = made ?? docs.map((doc) => () => doc);
  const { entry, around } = schemas;
  return {
    checked: async () => ({
      docs: await mapInSlices(entries, (make) => entry.parse(make())),
      ...(around.parse(rest) as object),
    }),
    written: async () => {
      const turn = slices();
      const pieces: Buffer[] = [];
      let text = '{"docs":[';
      for (const [index, make] of entries.entries()) {
        text += `${index === 0 ? '' : ','}${JSON.stringify(entry.parse(make()))}`;
        if (text.length >= PIECE_CHARACTERS) {
          pieces.push(Buffer.from(text));
          text = '';
        }
        const others = turn();
        if (others) await others;
      }
      const end = JSON.stringify(around.parse(rest));
      text += `]${end === '{}' ? '' : ','}${end.slice(1)}`;
      return pieces.length === 0 ? text : Buffer.concat([...pieces, Buffer.from(text)]);
    },
  };
}

type Schemas = { readonly entry: z.ZodType; readonly around: z.ZodType };

/** The schema of a page's entries, and of what stands around them; undefined where the answer is no page. */
function schemasOf(output: z.ZodType): Schemas | undefined {
  const known = pages.get(output);
  if (known) return known;
  if (!(output instanceof z.ZodObject) || Object.keys(output.shape)[0] !== 'docs') return undefined;
  const { docs, ...around } = output.shape;
  if (!(docs instanceof z.ZodArray)) return undefined;
  const made = { entry: docs.element as z.ZodType, around: z.object(around) };
  pages.set(output, made);
  return made;
}

const pages = new WeakMap<z.ZodType, Schemas>();
