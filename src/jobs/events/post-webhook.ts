import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { retryAfterSeconds } from '../../domain/events/retry-schedule.ts';

/** Milliseconds of one attempt in total, from name lookup to the end of the response. */
export const ATTEMPT_MS_MAX = 15_000;
/** Bytes of a response that are read and stored. */
const ANSWER_BYTES_MAX = 4_096;

/** Why an event was not delivered, if there is no status. */
export type Fault =
  | 'status_not_2xx'
  | 'redirect'
  | 'timeout'
  | 'address_forbidden'
  | 'name_not_found'
  | 'tls'
  | 'secret_unreadable'
  | 'connection';

/** Result of one attempt. */
export type Post = {
  latencyMs: number;
  status?: number;
  fault?: Fault;
  answer?: string;
  /** Seconds to wait, if the response says so. */
  retryAfter?: number | undefined;
};

export type Message = { url: string; headers: Readonly<Record<string, string>>; body: string };

/**
 * Sends one event. Only a status of 200 to 299, read to the end or to its first 4 kB in time,
 * counts as delivered; redirects are not followed. Never throws: every failure is a result. `now`
 * is Unix seconds.
 */
export async function postEvent(
  agent: Dispatcher,
  { url, headers, body }: Message,
  given: { now: number; tryMs: number; signal: AbortSignal },
): Promise<Post> {
  const began = performance.now();
  const seen: { status?: number; answer?: string; retryAfter?: number | undefined } = {};
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TooLate()), given.tryMs);
  const stop = (): void => late.abort(given.signal.reason);
  given.signal.addEventListener('abort', stop, { once: true });
  try {
    const { origin, pathname, search } = new URL(url);
    const signal = late.signal;
    const request = { origin, path: pathname + search, method: 'POST' as const, headers, body, signal };
    const answer = await within(signal, agent.request({ ...request, headersTimeout: 0, bodyTimeout: 0 }));
    seen.status = answer.statusCode;
    seen.retryAfter = retryAfterSeconds(firstOf(answer.headers['retry-after']), given.now);
    seen.answer = await within(signal, firstBytes(answer.body));
    return { latencyMs: since(began), ...seen, ...faultOfStatus(answer.statusCode) };
  } catch (error) {
    return { latencyMs: since(began), ...seen, fault: faultOf(error) };
  } finally {
    clearTimeout(timer);
    given.signal.removeEventListener('abort', stop);
  }
}

class TooLate extends Error {}

/** Name lookups and handshakes ignore the signal, so they are left to finish in the background. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Reads the part that is stored, then closes the connection if there is more. */
async function firstBytes(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > ANSWER_BYTES_MAX) break;
  }
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString();
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const since = (began: number): number => Math.round(performance.now() - began);

function faultOfStatus(status: number): { fault?: Fault } {
  if (status >= 200 && status < 300) return {};
  return { fault: status >= 300 && status < 400 ? 'redirect' : 'status_not_2xx' };
}

function faultOf(error: unknown): Fault {
  if (error instanceof TooLate) return 'timeout';
  const { code = '', cause } = error as { code?: string; cause?: unknown };
  if (code === 'ADDRESS_FORBIDDEN') return 'address_forbidden';
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code)) return 'name_not_found';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls';
  return cause ? faultOf(cause) : 'connection';
}
