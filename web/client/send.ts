import { takePreloaded } from './preloaded.ts';
import { Offline, Problem } from './problem.ts';

/** What one request carries besides its address. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly outlivesPage?: true | undefined;
};

/** Who asks: read at each request, so that a change of account, mode or language holds from the next one on. */
export type Asking = {
  readonly account: string | undefined;
  readonly mode: 'live' | 'test';
  readonly csrf: string | undefined;
  readonly language: 'fr' | 'en';
};

let asking: () => Asking = () => ({ account: undefined, mode: 'live', csrf: undefined, language: 'fr' });
/** Gets the session anew where another tab has renewed it; true where the request is worth another try. */
let renewSession: () => Promise<boolean> = async () => false;
let sessionEnded: () => void = () => {};

/** Tells the client who asks, how to renew a session, and whom to tell that it ended. */
export function actAs(given: { asking: () => Asking; renew: () => Promise<boolean>; ended: () => void }): void {
  asking = given.asking;
  renewSession = given.renew;
  sessionEnded = given.ended;
}

/** Tries of a request whose answer never came, and the pause before the second, in milliseconds. */
const TRIES = 2;
const PAUSE_MS = 300;

/**
 * Sends one request of the session. Answers what came, whatever its content; throws a `Problem` where it was refused,
 * `Offline` where nobody answered, and what the signal threw where it was given up.
 */
export async function send(sent: Sent): Promise<Response> {
  const answer = await reached(sent);
  if (answer.ok) return answer;
  const problem = new Problem(answer.status, await told(answer));
  if (problem.code === 'auth.csrf_refused' && (await renewSession())) {
    const again = await reached(sent);
    if (again.ok) return again;
    throw new Problem(again.status, await told(again));
  }
  if (ENDED.has(problem.code)) sessionEnded();
  throw problem;
}

const ENDED: ReadonlySet<string> = new Set(['auth.key_missing', 'auth.session_ended']);

/** A request that makes something has a key of its own and may be sent again: it has its effect once. */
async function reached({ method, path, query, body, headers, signal, outlivesPage }: Sent): Promise<Response> {
  const { account, mode, csrf, language } = asking();
  const isText = typeof body === 'string';
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, */*;q=0.5',
      'accept-language': language,
      'facturier-mode': mode,
      ...(account !== undefined && { 'facturier-account': account }),
      ...(method !== 'GET' && csrf !== undefined && { 'facturier-csrf': csrf }),
      ...(body !== undefined && { 'content-type': isText ? 'text/csv; charset=utf-8' : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(outlivesPage && { keepalive: true }),
  };
  const address = path + asQuery(query);
  const begun = await takePreloaded(address, { method, account, mode, language });
  if (begun) return begun;
  for (let left = TRIES; ; left--) {
    try {
      return await fetch(address, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (left <= 1) throw new Offline('the service does not answer', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function told(answer: Response): Promise<Record<string, unknown>> {
  try {
    return (await answer.json()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Lists are written as `name=a&name=b`; what is undefined is left out. */
function asQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) written.append(name, String(each));
  }
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}
