import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { processLimits } from '../../limits/process-limits.ts';

/** Bytes written to the connection at a time. */
const PIECE_BYTES = 65_536;

/**
 * Streams a large response. Written at once, it would sit in memory several times while a slow
 * client reads: as bytes and encrypted. A piece is written when the connection has taken the one
 * before.
 */
export const inPieces = (bytes: Buffer): Readable => Readable.from(pieces(bytes));

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

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
