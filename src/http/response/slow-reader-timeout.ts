import type { ServerResponse } from 'node:http';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { processLimits } from '../../limits/process-limits.ts';

/** Milliseconds a timer can wait at most: beyond it would not wait at all. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Milliseconds so many bytes may take to be taken. */
function msFor(bytes: number): number {
  const { takingMs, sentBytesPerSecondMin } = processLimits.answers;
  return Math.min(takingMs + (1_000 * bytes) / sentBytesPerSecondMin, TIMER_MS_MAX);
}

/**
 * Counts an answer for as long as its reader has not taken it, and ends the connection of one who takes it slower than
 * anybody's line is. Gives what stops the counting.
 */
export function holdUntilSent(
  answers: ByteBudget,
  { owner, bytes, response }: { owner: string; bytes: number; response: ServerResponse },
): () => void {
  const held = answers.note(owner, bytes);
  const timer = setTimeout(() => response.destroy(), msFor(bytes)).unref();
  const taken = (): void => {
    clearTimeout(timer);
    held.release();
    response.removeListener('close', taken);
  };
  if (response.destroyed) taken();
  else response.once('close', taken);
  return taken;
}
