import type { ServerResponse } from 'node:http';
import type { GetAbortSignal } from '../../limits/concurrency-limiter.ts';

/** Aborts when the client disconnects before the response is complete. Created on first use. */
export function abortSignalOf(response: ServerResponse): GetAbortSignal {
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= signalOf(response);
    return signal;
  };
}

function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const left = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) left();
  else response.once('close', left);
  return gone.signal;
}
