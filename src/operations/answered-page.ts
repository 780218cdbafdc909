import * as z from 'zod';
import { mapInSlices } from '../limits/slices.ts';
import type { Reply } from './operation.ts';

/** A page on its way out, an entry at a time: others have their turn meanwhile. */
export type Page = {
  /** The page as its schema lets it through. */
  readonly checked: () => Promise<unknown>;
  /** The same as JSON; nothing but the text stays of each entry. */
  readonly written: () => Promise<string | Buffer>;
};

/** Entries that are checked and written in one go. */
const ENTRIES_AT_ONCE = 25;

/** What an operation gave as a page, where it is one that is made or checked entry by entry; else undefined. */
export function pageOf(output: z.ZodType, { body, entries: made }: Reply<unknown>): Page | undefined {
  const { docs, ...rest } = body as { docs?: unknown };
  if (!(docs instanceof Array) || (!made && docs.length <= ENTRIES_AT_ONCE)) return undefined;
  const schemas = schemasOf(output);
  if (!schemas) return undefined;
  const entries: readonly (() => unknown)[] = made ?? docs.map((doc) => () => doc);
  const { entry, around } = schemas;
  return {
    checked: async () => ({
      docs: await mapInSlices(entries, (make) => entry.parse(make())),
      ...(around.parse(rest) as object),
    }),
    written: async () => {
      const texts = await mapInSlices(entries, (make) => JSON.stringify(entry.parse(make())));
      const end = JSON.stringify(around.parse(rest));
      return joined(texts, `]${end === '{}' ? '' : ','}${end.slice(1)}`);
    },
  };
}

/** The text of a page; of a long one its bytes, since as a text it would be copied once more to be sent. */
function joined(texts: readonly string[], end: string): string | Buffer {
  if (texts.length <= ENTRIES_AT_ONCE) return `{"docs":[${texts.join()}${end}`;
  const bytes = Buffer.allocUnsafeSlow(
    texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, BEGINNING.length - 1 + Buffer.byteLength(end)),
  );
  let at = bytes.write(BEGINNING, 'latin1');
  for (const [index, text] of texts.entries()) {
    if (index > 0) at += bytes.write(',', at, 'latin1');
    at += bytes.write(text, at);
  }
  bytes.write(end, at);
  return bytes;
}

const BEGINNING = '{"docs":[';

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
