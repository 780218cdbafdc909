import type { Lane } from './queues.ts';

/** Milliseconds a place rests at most: a run that took longer has waited for others, not worked. */
export const THROTTLE_MS_MAX = 2_000;

/**
 * Milliseconds a place of a lane rests once a run has ended that took `ranMs`: as many times as long as the lane says, so that the part of
 * a machine such work takes has a bound, however fast the machine is or busy with others. None in a lane that does not give way, and
 * none where what was run had waited (`waitedSeconds` since it was due) so long already that the next might come late.
 */
export function throttleMs(
  { restsTimes = 0, lateSeconds }: Pick<Lane, 'restsTimes' | 'lateSeconds'>,
  { ranMs, waitedSeconds }: { ranMs: number; waitedSeconds: number },
): number {
  if (waitedSeconds > lateSeconds / 2) return 0;
  return Math.min(THROTTLE_MS_MAX, restsTimes * ranMs);
}
