import { addresses } from './addresses.ts';
import type { Operations } from './operations.ts';
import { send } from './send.ts';

export type OperationName = keyof Operations & keyof typeof addresses;

type Part<N extends OperationName, P extends string> = P extends keyof Operations[N] ? Operations[N][P] : unknown;
type Query<N extends OperationName> = 'query' extends keyof Operations[N]
  ? { query?: Operations[N]['query'] }
  : unknown;
type Body<N extends OperationName> = Operations[N] extends { body: infer B }
  ? { body: B }
  : Operations[N] extends { body?: infer B }
    ? { body?: B }
    : unknown;

/** Arguments of an operation: path parameters next to `query` and `body`. */
export type Asked<N extends OperationName> = Part<N, 'path'> & Query<N> & Body<N>;
export type Answer<N extends OperationName> = Operations[N]['answer'];

export type CallOptions = {
  /** The version from `callWithVersion`; refused with `version_stale` if it has changed since. */
  readonly version?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Idempotency key for callers that may send the same request twice, such as autosave over a lost
   * connection.
   */
  readonly idempotencyKey?: string | undefined;
  /** Account data (settings, keys) is requested in live mode, whatever the page shows. */
  readonly mode?: 'live' | undefined;
  /** The request may outlive the page. */
  readonly outlivesPage?: true;
};

/**
 * Calls an operation by name: `call('finalize-billing', { billingId })`. Returns its typed response
 * (a `Blob` for a file). Throws `Problem`, `Offline`, or the abort reason of the signal.
 */
export async function call<N extends OperationName>(
  name: N,
  ...given: {} extends Asked<N> ? [asked?: Asked<N>, options?: CallOptions] : [asked: Asked<N>, options?: CallOptions]
): Promise<Answer<N>> {
  const { answer } = await callWithVersion(name, ...given);
  return answer;
}

/** The same, with the version of the response, to update it with `options.version`. */
export async function callWithVersion<N extends OperationName>(
  name: N,
  ...[asked, options]: {} extends Asked<N>
    ? [asked?: Asked<N>, options?: CallOptions]
    : [asked: Asked<N>, options?: CallOptions]
): Promise<Answered<N>> {
  return ask(name, asked, options);
}

/** A response with its version and file name. */
export type Answered<N extends OperationName> = {
  readonly answer: Answer<N>;
  readonly version: string | undefined;
  readonly fileName: string | undefined;
};

/** Untyped variant, for operation names only known at run time. */
export async function ask<N extends OperationName>(
  name: N,
  asked: Asked<N> | undefined,
  options: CallOptions = {},
): Promise<Answered<N>> {
  const { query, body, ...path } = (asked ?? {}) as Record<string, unknown>;
  const [method, template] = addresses[name].split(' ') as [string, string];
  const answer = await send({
    method,
    path: template.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(path[part]))),
    query: query as Record<string, unknown>,
    body: body ?? (method === 'GET' || method === 'DELETE' ? undefined : {}),
    headers: {
      ...(method !== 'GET' && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...(options.version !== undefined && { 'if-match': options.version }),
      ...(options.mode !== undefined && { 'facturier-mode': options.mode }),
    },
    signal: options.signal,
    outlivesPage: options.outlivesPage,
  });
  return {
    answer: (await contentOf(answer)) as Answer<N>,
    version: answer.headers.get('etag') ?? undefined,
    fileName: fileNameOf(answer),
  };
}

async function contentOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  return answer.headers.get('content-type')?.startsWith('application/json') ? answer.json() : answer.blob();
}

/** The file name of a response, RFC 8187. */
function fileNameOf(answer: Response): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return name && decodeURIComponent(name);
}
