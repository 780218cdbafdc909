import type * as z from 'zod';
import type { Scope } from '../domain/account/scope.ts';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import type { Chapter } from '../schemas/chapter.ts';
import type { IdOr } from '../schemas/fields/id.ts';
import type { ToolDefinition } from '../schemas/tool-definition.ts';
import type { AfterCommitStep, Context, Reply } from '../services/context.ts';
import type { SecurityNote } from '../services/security-event.ts';
import type { OperationLimiter } from './concurrency-limiters.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** The parts of a request, each with its own schema. `run` and the tools see them merged. */
export type Shape = z.ZodObject;

export type Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  O extends z.ZodType = z.ZodType,
  R extends RefusalCode = RefusalCode,
> = {
  /** Unique, verb first, in the words of the interface: `finalize-billing`. */
  name: string;
  /** One line, in English: what it does for the caller. */
  summary: string;
  /** What the caller should know beyond it: units, limits, what cannot be undone. */
  description?: string;
  /** The chapter it stands in. */
  chapter: Chapter;
  /**
   * Where it is served; the first is the one to use, the others are kept for older clients. A parameter is named for what
   * it is; one that `path` does not know (`{invoiceId}`) is its `id`.
   */
  routes: readonly [Route, ...Route[]];
  scope: Scope;
  /** Whether a caller without that scope may ask all the same, about themselves alone. */
  openTo?(caller: Pick<Context, 'actor' | 'isPerson'>, path: unknown): boolean;
  path: P;
  query: Q;
  body: B;
  success: 200 | 201 | 204;
  output: O;
  refusals: readonly R[];
  /**
   * Its body may be as large as a file. `csv` over HTTP is also taken as it is: its bytes are in the context, the query
   * becomes the body. A `bank_file` is taken so in whatever form banks write it.
   */
  takes?: 'csv' | 'bank_file' | 'attachment';
  /**
   * Over HTTP it answers a file: `csv`, the member of that name, and what follows for as long as there is a `next`, asked for
   * as `after`; `file`, its bytes (`FileAnswer`).
   */
  answers?: 'csv' | 'file';
  /** The types of the file it answers; absent where any may come, such as what somebody attached. */
  fileTypes?: readonly string[];
  /** Where its work waits for its turn, should it be more than a few rows. */
  lane?: OperationLimiter;
  /** It is asked by GET and writes all the same, say that a file was downloaded, or what was added up: only the database that takes writes answers it. */
  notesReading?: true;
  /** It makes a document, which counts for the day of the account. */
  makesDocument?: true;
  /** Its body is refused for members it does not know, whatever the request prefers: it must lose nothing in silence. */
  knowsAll?: true;
  /** The member of the answer that is a secret, shown once: it is not kept for the idempotency key. */
  answersSecret?: 'key' | 'secret' | 'link';
  /** What the security log says once it is done; undefined where this run is not worth a line. */
  securityNote?(input: Input<P, Q, B>, body: z.input<O>): Omit<SecurityNote, 'account' | 'actor'> | undefined;
  /** A body that works, for the description. */
  example?: Record<string, unknown>;
  /** How assistants call it; where absent, they cannot. */
  tool?: ToolDefinition<z.output<O>>;
  // A method, so that every operation fits in one list whatever its input; `perform` only hands it what its schemas read.
  run(
    context: Context,
    input: Input<P, Q, B>,
  ): Promise<Reply<z.input<O>> | Refused<NoInfer<R>> | AfterCommitStep<Reply<z.input<O>> | Refused<NoInfer<R>>>>;
};

type Input<P extends Shape, Q extends Shape, B extends Shape> = z.output<P> & z.output<Q> & z.output<B>;

/** A path, query or body member of the same name twice could not be told apart in the merged input. */
type Twice<P extends Shape, Q extends Shape, B extends Shape> =
  | (keyof P['shape'] & keyof Q['shape'])
  | (keyof P['shape'] & keyof B['shape'])
  | (keyof Q['shape'] & keyof B['shape']);
type Disjoint<P extends Shape, Q extends Shape, B extends Shape> = [Twice<P, Q, B>] extends [never]
  ? unknown
  : { path: ['the same name twice in path, query and body', Twice<P, Q, B>] };

/** What the path answers of an id that cannot exist is a refusal like the others: declared. */
type MissingIn<P extends Shape> = {
  [K in keyof P['shape']]: P['shape'][K] extends IdOr<infer R> ? R : never;
}[keyof P['shape']];
type Declared<P extends Shape, R extends RefusalCode> = [Exclude<MissingIn<P>, R>] extends [never]
  ? unknown
  : { refusals: ['what the path answers is not declared', Exclude<MissingIn<P>, R>] };

/**
 * Checks one operation against the contract. It adds nothing at run time. What comes out is an operation like any
 * other, so that all of them fit into one list; `perform` reads each one's input by its own schemas.
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
