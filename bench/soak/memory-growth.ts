/** Memory after a number of requests. */
export type Sample = { readonly requests: number; readonly bytes: number };

/**
 * Growth of memory per request in bytes: the median of the slopes between all pairs of samples
 * (Theil-Sen), which single outliers do not affect. The first third is ignored, because caches
 * fill. Undefined below six samples.
 */
export function growthOf(samples: readonly Sample[]): number | undefined {
  if (samples.length < SAMPLES_MIN) return undefined;
  const settled = samples.slice(Math.floor(samples.length / 3));
  const slopes = settled
    .flatMap((one, at) => settled.slice(at + 1).map((other) => slopeOf(one, other)))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const middle = slopes.length >> 1;
  const [low, high] = [slopes[slopes.length % 2 ? middle : middle - 1], slopes[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

const SAMPLES_MIN = 6;

const slopeOf = (one: Sample, other: Sample): number => (other.bytes - one.bytes) / (other.requests - one.requests);
