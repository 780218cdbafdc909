import { basePath } from './base-path.ts';
import { takePreloaded } from './preloaded.ts';
import { Offline, Problem } from './problem.ts';

/** Parts of a request besides its address. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly outlivesPage?: true | undefined;
};

/**
 * The current session, read at each request, so that a change of account, mode or language applies
 * to the next one.
 */
export type Asking = {
  readonly account: string | undefined;
  readonly mode: 'live' | 'test';
  readonly csrf: string | undefined;
  readonly language: 'fr' | 'en';
};

let asking: () => Asking = () => ({ account: undefined, mode: 'live', csrf: undefined, language: 'fr' });
/** Refreshes the session if another tab has renewed it; true if a retry is worthwhile. */
let renewSession: () => Promise<boolean> = async () => false;
let sessionEnded: () => void = () => {};

/** Sets the session, its renewal function, and the callback for its end. */
export function actAs(given: { asking: () => Asking; renew: () => Promise<boolean>; ended: () => void }): void {
  asking = given.asking;
  renewSession = given.renew;
  sessionEnded = given.ended;
}

/** Attempts of an unanswered request, and the pause before the second one in milliseconds. */
const TRIES = 2;
const PAUSE_MS = 300;

/**
 * Sends a request of the session and returns its response, whatever its content. Throws `Problem`
 * if refused, `Offline` if unanswered, or the abort reason of the signal.
 */
export async function send(sent: Sent): Promise<Response> {
  const answer = await reached(sent);
  if (answer.ok) return answer;
  const problem = new Problem(answer.status, await bodyOf(answer));
  if (problem.code === 'auth.csrf_refused' && (await renewSession())) {
    const again = await reached(sent);
    if (again.ok) return again;
    throw new Problem(again.status, await bodyOf(again));
  }
  if (ENDED.has(problem.code)) sessionEnded();
  throw problem;
}

const ENDED: ReadonlySet<string> = new Set(['auth.key_missing', 'auth.session_ended']);

/** A creating request has an idempotency key and can be sent again: it takes effect once. */
async function reached({ method, path, query, body, headers, signal, outlivesPage }: Sent): Promise<Response> {
  const { account, mode, csrf, language } = asking();
  const isText = typeof body === 'string';
  const isFile = body instanceof Blob;
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, */*;q=0.5',
      'accept-language': language,
      'facturier-mode': mode,
      ...(account !== undefined && { 'facturier-account': account }),
      ...(method !== 'GET' && csrf !== undefined && { 'facturier-csrf': csrf }),
      ...(body !== undefined && {
        'content-type': isFile ? 'application/octet-stream' : isText ? 'text/csv; charset=utf-8' : 'application/json',
      }),
      ...headers,
    },
    ...(body !== undefined && { body: isFile || isText ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(outlivesPage && { keepalive: true }),
  };
  const address = path + asQuery(query);
  const begun = await takePreloaded(address, { method, account, mode, language });
  if (begun) return begun;
  for (let left = TRIES; ; left--) {
    try {
      return await fetch(basePath + address, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (left <= 1) throw new Offline('the service does not answer', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  try {
    return (await answer.json()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Lists become `name=a&name=b`; undefined values are left out. */
function asQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) written.append(name, String(each));
  }
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}
