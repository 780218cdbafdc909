import type { Logger } from 'pino';

/** Milliseconds for which a readiness result is cached. */
const HOLDS_MS = 3_000;

/**
 * Whether the service can work, including writes. `probes` reject if not; they run in sequence, at
 * most once in three seconds regardless of the number of callers. The reason is logged once per
 * change; callers only learn ready or not.
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
      // The same problem may name a different file each time.
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
