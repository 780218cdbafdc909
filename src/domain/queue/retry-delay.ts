/** How far a wait may stray, so that what failed together is not tried again in the same second. */
const JITTER = 0.2;

/**
 * Seconds until the next try, of the waits a lane plans: the one after `before` tries, spread by ±20 %, at least one second;
 * undefined where no further try is planned. `chance` is from 0 to 1.
 */
export function retryDelay(
  waits: readonly number[],
  { before, chance }: { before: number; chance: number },
): number | undefined {
  const planned = waits[before];
  return planned === undefined ? undefined : Math.max(1, Math.round(planned * (1 - JITTER + 2 * JITTER * chance)));
}
