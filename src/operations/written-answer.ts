import * as z from 'zod';
import { mapInSlices } from '../limits/slices.ts';
import type { Operation, Reply } from './operation.ts';

export type Answer = { status: number; headers: Readonly<Record<string, string>>; body?: string };

/** Entries of a page that are checked and written in one go. */
const ENTRIES_AT_ONCE = 25;

/** An answer as it goes out, checked against its own description. A long page is written entry by entry, others meanwhile. */
export async function writtenAnswer(operation: Operation, reply: Reply<unknown>): Promise<Answer> {
  const { success: status, output } = operation;
  const headers = reply.headers ?? {};
  if (status === 204) return { status, headers };
  const { docs, ...rest } = reply.body as { docs?: unknown };
  const entries = docs instanceof Array && docs.length > ENTRIES_AT_ONCE ? entriesOf(output) : undefined;
  if (!entries) return { status, headers, body: JSON.stringify(output.parse(reply.body)) };
  const written = await mapInSlices(docs as unknown[], (entry) => JSON.stringify(entries.entry.parse(entry)));
  const around = JSON.stringify(entries.around.parse(rest));
  return { status, headers, body: `{"docs":[${written.join()}]${around === '{}' ? '' : ','}${around.slice(1)}` };
}

type Entries = { readonly entry: z.ZodType; readonly around: z.ZodType };

/** The schema of a page's entries, and of what stands around them; undefined where the answer is no page. */
function entriesOf(output: z.ZodType): Entries | undefined {
  const known = pages.get(output);
  if (known) return known;
  if (!(output instanceof z.ZodObject) || Object.keys(output.shape)[0] !== 'docs') return undefined;
  const { docs, ...around } = output.shape;
  if (!(docs instanceof z.ZodArray)) return undefined;
  const made = { entry: docs.element as z.ZodType, around: z.object(around) };
  pages.set(output, made);
  return made;
}

const pages = new WeakMap<z.ZodType, Entries>();
