/** Seconds until a failed job is retried; the last value repeats. */
const WAITS_SECONDS: readonly number[] = [30, 60, 300, 900, 3_600];
/** Stored characters of the error. */
const ANSWER_MAX = 1_000;

/**
 * Schedules the retry of a failed internal job: after 30 s, 1, 5 and 15 minutes, then every hour,
 * each with a jitter of ±20 %; it is never given up. `before` counts the attempts before this one,
 * `chance` is from 0 to 1.
 */
export function retryAfterFailure(
  message: string,
  { before, now, chance }: { before: number; now: number; chance: number },
): { nextAt: number; kept: { at: number; latencyMs: number; fault: string; answer: string } } {
  const last = WAITS_SECONDS.length - 1;
  const wait = retryDelay(WAITS_SECONDS, { before: Math.min(before, last), chance }) ?? 0;
  return { nextAt: now + wait, kept: { at: now, latencyMs: 0, fault: 'failed', answer: message.slice(0, ANSWER_MAX) } };
}

/** Jitter of a delay, so that jobs that failed together are not retried in the same second. */
const JITTER = 0.2;

/**
 * Seconds until the next attempt, from the planned delays: the one after `before` attempts, with a
 * jitter of ±20 %, at least one second; undefined if no further attempt is planned. `chance` is
 * from 0 to 1.
 */
export function retryDelay(
  waits: readonly number[],
  { before, chance }: { before: number; chance: number },
): number | undefined {
  const planned = waits[before];
  return planned === undefined ? undefined : Math.max(1, Math.round(planned * (1 - JITTER + 2 * JITTER * chance)));
}
