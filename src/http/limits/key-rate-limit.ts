/** Keys whose use is remembered at once. The longest unused are forgotten first: they are full again anyway. */
const BUCKETS_MAX = 10_000;
/** Requests a key may save up, in seconds of its rate. */
const BURST_SECONDS = 2;

export type RateLimit = {
  /** Takes one request of this key; answers the seconds to wait where it has none left, else 0. */
  take: (keyId: string, nowMs: number) => number;
  /** What is left to a key, as headers say it; undefined where nothing is limited. */
  left?: (keyId: string) => RateLimitHeaders | undefined;
};

/** RateLimit header fields of the IETF HTTPAPI working group (draft-ietf-httpapi-ratelimit-headers-10). */
type RateLimitHeaders = { readonly ratelimit: string; readonly 'ratelimit-policy': string };

/** A token bucket per key, in the memory of one process. A rate of 0 limits nothing. */
export function rateLimit(requestsPerSecond: number): RateLimit {
  if (requestsPerSecond <= 0) return { take: () => 0 };
  // A share of a small rate is still one request, now and then.
  const burst = Math.max(requestsPerSecond * BURST_SECONDS, 1);
  const policy = `"key";q=${Math.floor(burst)};w=${Math.max(1, Math.ceil(burst / requestsPerSecond))}`;
  const buckets = new Map<string, Bucket>();
  return {
    take: (keyId, nowMs) => {
      const bucket = buckets.get(keyId) ?? opened(buckets, keyId, { tokens: burst, at: nowMs });
      const earned = (Math.max(nowMs - bucket.at, 0) * requestsPerSecond) / 1000;
      bucket.tokens = Math.min(burst, bucket.tokens + earned);
      bucket.at = nowMs;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / requestsPerSecond));
      bucket.tokens -= 1;
      return 0;
    },
    left: (keyId) => {
      const tokens = buckets.get(keyId)?.tokens ?? burst;
      const resetSeconds = Math.max(1, Math.ceil((burst - tokens) / requestsPerSecond));
      return { ratelimit: `"key";r=${Math.floor(tokens)};t=${resetSeconds}`, 'ratelimit-policy': policy };
    },
  };
}

type Bucket = { tokens: number; at: number };

function opened(buckets: Map<string, Bucket>, keyId: string, bucket: Bucket): Bucket {
  if (buckets.size >= BUCKETS_MAX) forgetHalf(buckets);
  buckets.set(keyId, bucket);
  return bucket;
}

/** Half at once, so that a flood of keys does not sort the table at every request. */
function forgetHalf(buckets: Map<string, Bucket>): void {
  const byUse = [...buckets].sort(([, a], [, b]) => a.at - b.at);
  for (const [keyId] of byUse.slice(0, BUCKETS_MAX / 2)) buckets.delete(keyId);
}
