import type { ServerResponse } from 'node:http';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { processLimits } from '../../limits/process-limits.ts';

/** Longest delay of a timer in milliseconds; a longer one would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Milliseconds a client may take for this many bytes. */
function msFor(bytes: number): number {
  const { takingMs, sentBytesPerSecondMin } = processLimits.answers;
  return Math.min(takingMs + (1_000 * bytes) / sentBytesPerSecondMin, TIMER_MS_MAX);
}

/**
 * Counts a response against the memory limit until the client has read it, and closes connections
 * slower than any real line. Returns a function that stops counting.
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
