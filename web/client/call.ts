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

/** What an operation is asked with: the names in its address beside `query` and `body`. */
export type Asked<N extends OperationName> = Part<N, 'path'> & Query<N> & Body<N>;
export type Answer<N extends OperationName> = Operations[N]['answer'];

export type CallOptions = {
  /** The version read last (`callWithVersion`): refused with `version_stale` where somebody changed it since. */
  readonly version?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whoever may send the same twice on purpose (an autosave kept over a lost connection) gives the same key twice. */
  readonly idempotencyKey?: string | undefined;
  /** What is of the account as a whole (its settings, its keys) is asked for as live, whatever the page shows. */
  readonly mode?: 'live' | undefined;
  /** The page may be gone before it is answered. */
  readonly outlivesPage?: true;
};

/**
 * Asks for an operation by its name: `call('finalize-billing', { billingId })`. Answers what the interface says it answers (a
 * `Blob` where that is a file). Throws `Problem`, `Offline`, or what the signal threw.
 */
export async function call<N extends OperationName>(
  name: N,
  ...given: {} extends Asked<N> ? [asked?: Asked<N>, options?: CallOptions] : [asked: Asked<N>, options?: CallOptions]
): Promise<Answer<N>> {
  const { answer } = await callWithVersion(name, ...given);
  return answer;
}

/** The same, with the version of what was answered, to change it by (`options.version`). */
export async function callWithVersion<N extends OperationName>(
  name: N,
  ...[asked, options]: {} extends Asked<N>
    ? [asked?: Asked<N>, options?: CallOptions]
    : [asked: Asked<N>, options?: CallOptions]
): Promise<Answered<N>> {
  return ask(name, asked, options);
}

/** What was answered, the version of it, and the name a file is saved under. */
export type Answered<N extends OperationName> = {
  readonly answer: Answer<N>;
  readonly version: string | undefined;
  readonly fileName: string | undefined;
};

/** The same, where it is not known what is asked for. */
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

/** The name a file is saved under, as RFC 8187 writes it. */
function fileNameOf(answer: Response): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return name && decodeURIComponent(name);
}
