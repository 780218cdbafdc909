import { hash } from 'node:crypto';
import type pg from 'pg';
import { isAlive } from '../../domain/people/session.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { findSignedIn, type SignedIn } from '../../services/people/sign-in/signed-in.ts';
import { tokenBuckets } from '../limits/token-buckets.ts';

/** Milliseconds a process trusts what it read of a session: below a second, within which its end and a role must take effect. */
const TRUSTED_MS = 900;
/** Sessions remembered at once by a process, and those it refused, for so many milliseconds. */
const REMEMBERED_MAX = 10_000;
const REFUSED_MS = 60_000;

const { lookupsPerAddressMax, refillSeconds, rememberedMax } = processLimits.failedLogins;

/** Who is signed in, by the tokens browsers show. */
export type SessionCache = {
  /** Whose token this is; undefined where nobody's; or seconds to wait, where an address has shown too many of nobody's. */
  find: (token: string, network: string) => Promise<SignedIn | { readonly retryAfter: number } | undefined>;
  /** Forgets what was read: somebody's session or rights have just changed here. */
  forget: () => void;
};

/**
 * As with keys, the search for unknown tokens is slowed, never the use of one: a token that let somebody in before is always
 * looked up, and one that was refused is answered from memory. Keyed by hash: no token lies in memory longer than its request.
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
    // Counted from the asking: it may end while the answer is on its way.
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

/** The longest unheard of is forgotten first. */
function keep(names: Set<string>, name: string): void {
  names.delete(name);
  if (names.size >= REMEMBERED_MAX) names.delete(names.values().next().value as string);
  names.add(name);
}
