import { compiled } from '../schemas/validation/compiled.ts';
import type { Reply } from '../services/context.ts';
import { FileAnswer } from './file-answer.ts';
import type { Operation } from './operation.ts';
import { type Page, pageOf } from './paged-answer.ts';

/**
 * What an operation answered, checked against its own description: a value until the edge that sends it, a file as its bytes,
 * or nothing. Only this file makes one, so nothing goes out unchecked.
 */
export type Answer = Head & Body & { readonly [checked]: true };

type Head = { readonly status: number; readonly headers: Readonly<Record<string, string>> };
/** `json` is the value, written: once, to be kept and sent, or as it was kept, where nothing but the text is left. */
type Body = { readonly value?: unknown; readonly json?: string | readonly Buffer[]; readonly file?: FileAnswer };

declare const checked: unique symbol;

/**
 * Checks what an operation gave, and writes it as JSON where that is all that is `wanted` of it: a long page entry by entry,
 * others meanwhile. Throws where it is not what the operation says it answers: a fault of ours.
 */
export async function checkedAnswer(
  operation: Operation,
  reply: Reply<unknown>,
  wanted: { json: boolean },
): Promise<Answer> {
  const { success: status, output } = operation;
  const head: Head = { status, headers: reply.headers ?? {} };
  if (status === 204) return head as Answer;
  if (operation.answers === 'file') return answered(head, { file: FileAnswer.parse(reply.body) });
  const page: Page | undefined = pageOf(output, reply);
  if (!page) return answered(head, { value: compiled(output).parse(reply.body) });
  return answered(head, wanted.json ? { json: await page.written() } : { value: await page.checked() });
}

/** An answer as its idempotency key kept it: it was checked then, and is said again byte for byte. */
export const keptAnswer = ({ status, headers, body }: Kept): Answer =>
  answered({ status, headers }, body === undefined ? {} : { json: body });
type Kept = { status: number; headers: Readonly<Record<string, string>>; body?: string };

/** The same answer with its text: what is kept of it, and then sent. */
export const withText = (answer: Answer): Answer & { readonly json?: string } =>
  answer.value === undefined
    ? (answer as Answer & { json?: string })
    : { ...answer, json: JSON.stringify(answer.value) };

/** The value of an answer; undefined where it has none. Only one of which nothing but the text is left is read back. */
export const valueOf = ({ value, json }: Answer): unknown =>
  value === undefined && json !== undefined ? JSON.parse(textOf(json)) : value;

/** The JSON of an answer, of a page in pieces that are put together when they are sent; undefined where it has none. */
export const jsonOf = ({ value, json }: Answer): string | readonly Buffer[] | undefined =>
  json ?? (value === undefined ? undefined : JSON.stringify(value));

/** JSON as text, where it is in pieces. */
export const textOf = (json: string | readonly Buffer[] = ''): string =>
  typeof json === 'string' ? json : Buffer.concat(json).toString();

const answered = (head: Head, body: Body): Answer => ({ ...head, ...body }) as Answer;
