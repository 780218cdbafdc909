import type * as z from 'zod';
import type { Scope } from '../domain/account/scope.ts';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import type { Chapter } from '../schemas/chapter.ts';
import type { IdOr } from '../schemas/fields/id.ts';
import type { ToolDefinition } from '../schemas/tool-definition.ts';
import type { AfterCommitStep, Context, Reply } from '../services/context.ts';
import type { SecurityNote } from '../services/security-event.ts';
import type { OperationLimiter } from './concurrency-limiters.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** Works at least until `sunset`: the first day on which a new major version may remove it. */
export type Deprecated = { readonly since: CivilDay; readonly sunset?: CivilDay; readonly replacedBy?: Route };

/** The parts of a request, each with its own schema. `run` and the tools get them merged. */
export type Shape = z.ZodObject;

export type Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  O extends z.ZodType = z.ZodType,
  R extends RefusalCode = RefusalCode,
> = {
  /** Unique, verb first, in API terms: `finalize-billing`. */
  name: string;
  /** One line, in English: what it does for the caller. */
  summary: string;
  /** What else the caller needs to know: units, limits, what cannot be undone. */
  description?: string;
  /** The chapter of the documentation it belongs to. */
  chapter: Chapter;
  /**
   * Its routes; the first is preferred, the others serve older clients. A route parameter that
   * `path` does not know (`{invoiceId}`) is its `id`.
   */
  routes: readonly [Route, ...Route[]];
  /** From which day on clients should stop using it; its responses and its description say so. */
  deprecated?: Deprecated;
  scope: Scope;
  /** Whether a caller without the scope may still call it, for their own data only. */
  openTo?(caller: Pick<Context, 'actor' | 'isPerson' | 'test' | 'scopes'>, path: unknown): boolean;
  path: P;
  query: Q;
  body: B;
  success: 200 | 201 | 204;
  output: O;
  refusals: readonly R[];
  /**
   * Accepts a body as large as a file. `csv` (CSV or XLSX) is also accepted as a raw HTTP body: the
   * bytes are in the context and the query becomes the body. So is `bank_file`, in any format banks
   * use.
   */
  takes?: 'csv' | 'bank_file' | 'import_file' | 'attachment';
  /**
   * Over HTTP it returns a file: `csv` writes the member of that name and all following pages
   * (`next`, passed as `after`); `file` sends its bytes (`FileAnswer`), a large one in parts.
   */
  answers?: 'csv' | 'file';
  /** The content types of the returned file; absent if any may occur, as with attachments. */
  fileTypes?: readonly string[];
  /** The limiter its work waits for if it handles more than a few rows. */
  limiter?: OperationLimiter;
  /**
   * A GET that still writes (it records a download or stores sums), so it always runs on the
   * primary.
   */
  notesReading?: true;
  /** Creates a document, which counts against the account's daily quota. */
  makesDocument?: true;
  /**
   * Always refuses unknown body members, whatever the request prefers: nothing may be dropped
   * silently.
   */
  knowsAll?: true;
  /**
   * The member of the answer with a secret that is shown once; it is not stored for the
   * idempotency key.
   */
  answersSecret?: 'key' | 'secret' | 'link';
  /** The security log entry after success; undefined if this run is not worth one. */
  securityNote?(input: Input<P, Q, B>, body: z.input<O>): Omit<SecurityNote, 'account' | 'actor'> | undefined;
  /** A valid body, for the documentation. */
  example?: Record<string, unknown>;
  /** How assistants call it; absent if they cannot. */
  tool?: ToolDefinition<z.output<O>>;
  // A method, so that operations with any input fit in one list; `runOperation` passes it the
  // parsed input.
  run(
    context: Context,
    input: Input<P, Q, B>,
  ): Promise<Reply<z.input<O>> | Refused<NoInfer<R>> | AfterCommitStep<Reply<z.input<O>> | Refused<NoInfer<R>>>>;
};

type Input<P extends Shape, Q extends Shape, B extends Shape> = z.output<P> & z.output<Q> & z.output<B>;

/** A member of the same name in path, query or body would be ambiguous in the merged input. */
type Twice<P extends Shape, Q extends Shape, B extends Shape> =
  | (keyof P['shape'] & keyof Q['shape'])
  | (keyof P['shape'] & keyof B['shape'])
  | (keyof Q['shape'] & keyof B['shape']);
type Disjoint<P extends Shape, Q extends Shape, B extends Shape> = [Twice<P, Q, B>] extends [never]
  ? unknown
  : { path: ['the same name twice in path, query and body', Twice<P, Q, B>] };

/** An ID that cannot exist leads to a refusal like any other, so it must be declared. */
type MissingIn<P extends Shape> = {
  [K in keyof P['shape']]: P['shape'][K] extends IdOr<infer R> ? R : never;
}[keyof P['shape']];
type Declared<P extends Shape, R extends RefusalCode> = [Exclude<MissingIn<P>, R>] extends [never]
  ? unknown
  : { refusals: ['what the path answers is not declared', Exclude<MissingIn<P>, R>] };

/**
 * Type-checks one operation and changes nothing at run time. The returned type is the same for
 * all, so that they fit in one list.
 */
export const operation = <
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  O extends z.ZodType,
  const R extends RefusalCode,
>(
  o: Operation<P, Q, B, O, R> & Disjoint<P, Q, B> & Declared<P, R>,
): Operation => o as unknown as Operation;
