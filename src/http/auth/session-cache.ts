import { hash } from 'node:crypto';
import type pg from 'pg';
import { isAlive } from '../../domain/people/session.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { findSignedIn, type SignedIn } from '../../services/people/sign-in/signed-in.ts';
import { tokenBuckets } from '../limits/token-buckets.ts';

/**
 * Milliseconds for which a cached session is trusted. Below one second, because sign-out and role
 * changes must take effect within a second.
 */
const TRUSTED_MS = 900;
/**
 * Maximum number of sessions and of refused tokens cached per process, and how many milliseconds
 * refused tokens stay.
 */
const REMEMBERED_MAX = 10_000;
const REFUSED_MS = 60_000;

const { lookupsPerAddressMax, refillSeconds, rememberedMax } = processLimits.failedLogins;

/** Signed-in users by session token. */
export type SessionCache = {
  /**
   * Returns the user of this token; undefined if it is unknown; or the seconds to wait if the
   * address has sent too many unknown tokens.
   */
  find: (token: string, network: string) => Promise<SignedIn | { readonly retryAfter: number } | undefined>;
  /** Clears the cache: a session or a user's rights have just changed in this process. */
  forget: () => void;
};

/**
 * As with keys, only lookups of unknown tokens are throttled. A token that was valid before is
 * always looked up; a refused one is answered from memory. Keyed by hash, so that no token stays in
 * memory longer than its request.
 */
export function sessionCache(pool: pg.Pool, now: () => number): SessionCache {
  const read = new Map<string, { found: Promise<SignedIn | undefined>; until: number }>();
  const proven = new Set<string>();
  const refusedUntil = new Map<string, number>();
  const lookUps = tokenBuckets({ burst: lookupsPerAddressMax, refillSeconds, namesMax: rememberedMax });

  const remembered = (token: string, name: string, at: number): Promise<SignedIn | undefined> => {
    const known = read.get(name);
    if (known && known.until > at) return known.found;
    if (read.size >= REMEMBERED_MAX) read.clear();
    const found = findSignedIn(pool, token, now());
    // Counted from the start of the query: the session may end while the result is on its way.
    read.set(name, { found, until: at + TRUSTED_MS });
    found.catch(() => read.delete(name));
    return found;
  };
  return {
    find: async (token, network) => {
      const at = performance.now();
      const name = hash('sha256', token, 'base64');
      if ((refusedUntil.get(name) ?? 0) > at) return undefined;
      const isProven = proven.has(name);
      const retryAfter = isProven ? 0 : lookUps.wait(network, at);
      if (retryAfter > 0) return { retryAfter };
      const found = await remembered(token, name, at);
      if (found && isAlive(found.session, now())) {
        keep(proven, name);
        return found;
      }
      proven.delete(name);
      if (!isProven) lookUps.take(network, at);
      if (refusedUntil.size >= REMEMBERED_MAX) refusedUntil.delete(refusedUntil.keys().next().value as string);
      refusedUntil.set(name, at + REFUSED_MS);
      return undefined;
    },
    forget: () => read.clear(),
  };
}

/** Drops the least recently used entries first. */
function keep(names: Set<string>, name: string): void {
  names.delete(name);
  if (names.size >= REMEMBERED_MAX) names.delete(names.values().next().value as string);
  names.add(name);
}
