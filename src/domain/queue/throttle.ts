import type { Lane } from './queues.ts';

/** Maximum pause in milliseconds: a longer run was waiting for others, not working. */
export const THROTTLE_MS_MAX = 2_000;

/**
 * Milliseconds a worker of a queue pauses after a run of `ranMs`: the queue's multiple of it, so
 * that its share of the machine is bounded however fast or busy the machine is. No pause for queues
 * without throttling, nor if the job had already waited (`waitedSeconds` since due) so long that
 * the next might be late.
 */
export function throttleMs(
  { restsTimes = 0, lateSeconds }: Pick<Lane, 'restsTimes' | 'lateSeconds'>,
  { ranMs, waitedSeconds }: { ranMs: number; waitedSeconds: number },
): number {
  if (waitedSeconds > lateSeconds / 2) return 0;
  return Math.min(THROTTLE_MS_MAX, restsTimes * ranMs);
}
