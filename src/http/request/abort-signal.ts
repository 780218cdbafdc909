import type { ServerResponse } from 'node:http';
import type { GetAbortSignal } from '../../limits/concurrency-limiter.ts';

/** Tells when a caller went away before he had his answer. The signal is made when it is first asked for. */
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
