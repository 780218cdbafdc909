import type { Refused } from '../refusal.ts';

/**
 * Sample accounts per person within a period in seconds: their data stays on disk after they are
 * left.
 */
export const SAMPLES_MAX = 10;
const SAMPLES_WITHIN_SECONDS = 30 * 86_400;

/** A sample account of a person; `openedAt` is Unix seconds. */
export type Sample = { readonly accountId: string; readonly openedAt: number; readonly stands: boolean };

/**
 * Refuses a new sample account if the person has one, or had too many recently. `now`: Unix
 * seconds.
 */
export function sampleRefusal(
  samples: readonly Sample[],
  now: number,
): Refused<'sample_stands' | 'samples_exhausted'> | undefined {
  if (samples.some(({ stands }) => stands)) return { refused: 'sample_stands' };
  const lately = samples.map(({ openedAt }) => openedAt).filter((at) => at > now - SAMPLES_WITHIN_SECONDS);
  if (lately.length < SAMPLES_MAX) return undefined;
  const retryAfter = Math.max(1, Math.min(...lately) + SAMPLES_WITHIN_SECONDS - now);
  return { refused: 'samples_exhausted', limit: SAMPLES_MAX, retryAfter };
}
