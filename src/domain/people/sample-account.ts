import type { Refused } from '../refusal.ts';

/** Times somebody is given sample data within so many seconds: what was given stays on the disk once it is left. */
export const SAMPLES_MAX = 10;
const SAMPLES_WITHIN_SECONDS = 30 * 86_400;

/** An account to explore somebody has or had; `openedAt` is Unix seconds. */
export type Sample = { readonly accountId: string; readonly openedAt: number; readonly stands: boolean };

/** Whether somebody may be given sample data now (Unix seconds): he has none, and was not given it too often. */
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
