import type { Logger } from 'pino';

/** Milliseconds for which an answer holds, however often it is asked for. */
const HOLDS_MS = 3_000;

/**
 * Whether the service could do its work now, writing included. `probes` say no by rejecting; they run one after another, at
 * most once in three seconds whoever asks. Why it is not is for the log, once each time it changes; the caller learns no more
 * than that.
 */
export function readiness(
  probes: readonly (() => Promise<unknown>)[],
  log: Pick<Logger, 'error' | 'info'>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | undefined;
  let trouble: string | undefined;
  const look = async (): Promise<boolean> => {
    try {
      for (const probe of probes) await probe();
      if (trouble !== undefined) log.info('ready again');
      trouble = undefined;
      return true;
    } catch (error) {
      // The message of one trouble may name another file each time.
      const { code, message } = error as { code?: string; message: string };
      if ((code ?? message) !== trouble) log.error({ err: error }, 'not ready: a write would fail');
      trouble = code ?? message;
      return false;
    }
  };
  return () => {
    if (!last || now() - last.at >= HOLDS_MS) last = { at: now(), answer: look() };
    return last.answer;
  };
}
