/**
 * Token buckets by name, in the memory of one process. The least recently used are dropped first:
 * they are full again.
 */
export type TokenBuckets = {
  /** Seconds until this name has a token; 0 if it has one. Takes none. */
  wait: (name: string, nowMs: number) => number;
  /** Takes one token, going below zero if necessary: concurrent attempts are charged afterwards. */
  take: (name: string, nowMs: number) => void;
  readonly size: number;
};

type Bucket = { tokens: number; at: number };

/**
 * One process's share of a limit, so that all processes together allow the configured number; at
 * least one.
 */
export const shareOf = (
  { burst, refillSeconds }: { burst: number; refillSeconds: number },
  processes: number,
): { burst: number; refillSeconds: number } => ({
  burst: Math.ceil(burst / processes),
  refillSeconds: refillSeconds * processes,
});

/** Buckets of `burst` tokens that gain one every `refillSeconds`; at most `namesMax` are kept. */
export function tokenBuckets(given: { burst: number; refillSeconds: number; namesMax: number }): TokenBuckets {
  const { burst, refillSeconds, namesMax } = given;
  const buckets = new Map<string, Bucket>();
  const tokensOf = (bucket: Bucket, nowMs: number): number =>
    Math.min(burst, bucket.tokens + Math.max(nowMs - bucket.at, 0) / 1000 / refillSeconds);
  return {
    wait: (name, nowMs) => {
      const bucket = buckets.get(name);
      const lacking = bucket ? 1 - tokensOf(bucket, nowMs) : 0;
      return lacking > 0 ? Math.max(1, Math.ceil(lacking * refillSeconds)) : 0;
    },
    take: (name, nowMs) => {
      const bucket = buckets.get(name);
      const tokens = Math.max(bucket ? tokensOf(bucket, nowMs) : burst, -burst) - 1;
      // Reinsert: the order of the map is the order of use.
      buckets.delete(name);
      if (buckets.size >= namesMax) buckets.delete(buckets.keys().next().value as string);
      buckets.set(name, { tokens, at: nowMs });
    },
    get size() {
      return buckets.size;
    },
  };
}
