import { hash } from 'node:crypto';
import { parseApiKey } from '../../domain/account/api-key.ts';
import { processLimits } from '../../limits/process-limits.ts';
import type { Caller } from '../../services/caller.ts';
import { clientNetworkOf } from './client-network.ts';
import { tokenBuckets } from './token-buckets.ts';

const LIMITS = processLimits.failedLogins;

/** A key and the address it was sent from. */
type Login = { readonly bearer: string; readonly address: string | undefined };

/**
 * The caller; undefined if the key is unknown; or the seconds to wait before this key is looked up
 * again.
 */
type LoggedIn = Caller | { readonly retryAfter: number } | undefined;

/** Looks keys up, and limits failed attempts. */
export type FailedLoginLimit = (login: Login, find: () => Promise<Caller | undefined>) => Promise<LoggedIn>;

/**
 * Counts failures by address and by key id. A client over the limit waits and costs the database
 * nothing. A known key (`proves`) is never delayed, neither by other clients of its address nor by
 * guesses at its secret: only lookups of unknown keys are throttled.
 * A refused key that is sent again is answered from memory. It counts against its address (429
 * instead of 401) but not against that address's lookups: a program left with an old key does not
 * block a valid key beside it.
 */
export function failedLoginLimit(proves: (bearer: string) => boolean = () => false): FailedLoginLimit {
  const perAddress = { refillSeconds: LIMITS.refillSeconds, namesMax: LIMITS.rememberedMax };
  const failures = tokenBuckets({ ...perAddress, burst: LIMITS.perAddressMax });
  const lookUps = tokenBuckets({ ...perAddress, burst: LIMITS.lookupsPerAddressMax });
  const ofKeys = tokenBuckets({
    ...{ burst: LIMITS.perKeyMax, refillSeconds: LIMITS.keyRefillSeconds },
    namesMax: LIMITS.rememberedMax,
  });
  const inAll = tokenBuckets({
    burst: LIMITS.lookUpsSavedMax,
    refillSeconds: 1 / LIMITS.lookUpsPerSecondMax,
    namesMax: 1,
  });
  const refused = refusedKeys();
  const underWay = new Map<string, number>();

  const failed = (network: string, now: number): LoggedIn => {
    const retryAfter = failures.wait(network, now);
    if (retryAfter > 0) return { retryAfter };
    failures.take(network, now);
    return undefined;
  };

  return async ({ bearer, address }, find) => {
    const now = performance.now();
    if (proves(bearer)) return (await find()) ?? failed(clientNetworkOf(address), now);
    const network = clientNetworkOf(address);
    const said = parseApiKey(bearer);
    if (refused.has(bearer, now)) return failed(network, now);
    if (!said) {
      // Not a key: answer without the database.
      const retryAfter = failures.wait(network, now);
      return retryAfter > 0 ? { retryAfter } : ((await find()) ?? failed(network, now));
    }
    const atOnce = underWay.get(network) ?? 0;
    const retryAfter = Math.max(
      lookUps.wait(network, now),
      ofKeys.wait(said.keyId, now),
      inAll.wait('', now),
      atOnce >= LIMITS.concurrentLookupsPerAddressMax ? 1 : 0,
    );
    if (retryAfter > 0) return { retryAfter };
    underWay.set(network, atOnce + 1);
    const found = await find().finally(() => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
    if (found) return found;
    // A revoked or expired key is not a guess.
    if (proves(bearer)) return failed(network, now);
    lookUps.take(network, now);
    ofKeys.take(said.keyId, now);
    inAll.take('', now);
    refused.add(bearer, now);
    return failed(network, now);
  };
}

/** Keys refused a moment ago, by hash. */
function refusedKeys() {
  const until = new Map<string, number>();
  const hashOf = (bearer: string): string => hash('sha256', bearer, 'base64');
  return {
    has: (bearer: string, now: number): boolean => until.size > 0 && (until.get(hashOf(bearer)) ?? 0) > now,
    add: (bearer: string, now: number): void => {
      if (until.size >= LIMITS.rememberedMax) until.delete(until.keys().next().value as string);
      until.set(hashOf(bearer), now + LIMITS.refusedRememberedMs);
    },
  };
}
