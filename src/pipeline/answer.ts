import { compiled } from '../schemas/validation/compiled.ts';
import type { Reply } from '../services/context.ts';
import { FileAnswer } from './file-answer.ts';
import type { Operation } from './operation.ts';
import { type Page, pageOf } from './paged-answer.ts';

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
