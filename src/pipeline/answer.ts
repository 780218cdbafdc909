import * as z from 'zod';
import { mapInTimeSlices } from '../limits/time-slices.ts';
import { compiled } from '../schemas/validation/compiled.ts';
import type { Reply } from '../services/context.ts';
import { FileAnswer } from './file-answer.ts';
import type { Operation } from './operation.ts';

/**
 * The answer of an operation, checked against its schema: a value (serialized when sent), the
 * bytes of a file, or nothing. Only this file creates one, so nothing is sent unchecked.
 */
export type Answer = Head & Body & { readonly [checked]: true };

type Head = { readonly status: number; readonly headers: Readonly<Record<string, string>> };
/**
 * `json` is the serialized value, made once to be stored and sent, or the stored text, in which
 * case there is no `value`.
 */
type Body = { readonly value?: unknown; readonly json?: string; readonly file?: FileAnswer };

declare const checked: unique symbol;

/**
 * Checks the result of an operation and serializes it if `format` only asks for JSON: a long page
 * entry by entry, yielding in between. Throws if the result does not match the declared answer: a
 * bug.
 */
export async function checkedAnswer(
  operation: Operation,
  reply: Reply<unknown>,
  format: { json: boolean },
): Promise<Answer> {
  const { success: status, output } = operation;
  const head: Head = { status, headers: reply.headers ?? {} };
  if (status === 204) return head as Answer;
  if (operation.answers === 'file') return answered(head, { file: FileAnswer.parse(reply.body) });
  const page: Page | undefined = pageOf(output, reply);
  if (!page) return answered(head, { value: compiled(output).parse(reply.body) });
  return answered(head, format.json ? { json: await page.written() } : { value: await page.checked() });
}

/** An answer stored for its idempotency key: checked when it was made, repeated byte for byte. */
export const keptAnswer = ({ status, headers, body }: StoredAnswer): Answer =>
  answered({ status, headers }, body === undefined ? {} : { json: body });
type StoredAnswer = { status: number; headers: Readonly<Record<string, string>>; body?: string };

/** The same answer with its JSON text, which is stored and then sent. */
export const withText = (answer: Answer): Answer =>
  answer.value === undefined ? answer : { ...answer, json: JSON.stringify(answer.value) };

/**
 * The value of an answer; undefined if it has none. Parsed only if nothing but the text is left.
 */
export const valueOf = ({ value, json }: Answer): unknown =>
  value === undefined && json !== undefined ? JSON.parse(json) : value;

/** The JSON of an answer; undefined if it has none. */
export const jsonOf = ({ value, json }: Answer): string | undefined =>
  json ?? (value === undefined ? undefined : JSON.stringify(value));

const answered = (head: Head, body: Body): Answer => ({ ...head, ...body }) as Answer;

/** A page that is checked entry by entry, yielding to other requests. */
type Page = {
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
function pageOf(output: z.ZodType, { body, entries: given }: Reply<unknown>): Page | undefined {
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
