/**
 * Maximum number of keys tracked. The least recently used are dropped first: their buckets are full
 * again anyway.
 */
const BUCKETS_MAX = 10_000;
/** Burst size, in seconds of the key's rate. */
const BURST_SECONDS = 2;

export type RateLimit = {
  /**
   * Takes one request from this key's bucket. Returns the seconds to wait if it is empty, otherwise
   * 0.
   */
  take: (keyId: string, nowMs: number) => number;
  /** Rate-limit headers for a key; undefined if there is no limit. */
  left?: (keyId: string) => RateLimitHeaders | undefined;
};

/**
 * RateLimit header fields of the IETF HTTPAPI working group
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
type RateLimitHeaders = { readonly ratelimit: string; readonly 'ratelimit-policy': string };

/** One token bucket per key, in the memory of one process. A rate of 0 means no limit. */
export function rateLimit(requestsPerSecond: number): RateLimit {
  if (requestsPerSecond <= 0) return { take: () => 0 };
  // A process's share of a small rate must still allow single requests.
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

/** Drops half at once, so that a flood of keys does not sort the table at every request. */
function forgetHalf(buckets: Map<string, Bucket>): void {
  const byUse = [...buckets].sort(([, a], [, b]) => a.at - b.at);
  for (const [keyId] of byUse.slice(0, BUCKETS_MAX / 2)) buckets.delete(keyId);
}
