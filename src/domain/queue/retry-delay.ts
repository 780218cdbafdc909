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
