import { hash } from 'node:crypto';
import { parseApiKey } from '../../domain/account/api-key.ts';
import { processLimits } from '../../limits/process-limits.ts';
import type { Caller } from '../../services/caller.ts';
import { clientNetworkOf } from './client-network.ts';
import { tokenBuckets } from './token-buckets.ts';

const LIMITS = processLimits.failedLogins;

/** Somebody with a key, from an address. */
type Login = { readonly bearer: string; readonly address: string | undefined };

/** Who it is; nobody (undefined); or how many seconds to wait before this key is looked at again. */
type LoggedIn = Caller | { readonly retryAfter: number } | undefined;

/** Looks keys up, and lets nobody do so for nothing without end. */
export type FailedLoginLimit = (login: Login, find: () => Promise<Caller | undefined>) => Promise<LoggedIn>;

/**
 * Failures are counted by address and by key id; who has used them up waits, and costs the database nothing. A key that is
 * known to be one (`proves`) is never kept waiting: not by what others try from the same address, not by those who guess
 * at its secret from elsewhere. What is slowed is the search for unknown keys, never the use of one.
 *
 * A refused key that is shown again is answered from memory. It counts against its address (then 429 instead of 401), but
 * not against the look-ups of that address: a program that was left with an old key keeps no new key next to it from work.
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
      // No key at all: whoever finds it without the database may say so.
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
    // Ended (revoked, expired) is not guessed.
    if (proves(bearer)) return failed(network, now);
    lookUps.take(network, now);
    ofKeys.take(said.keyId, now);
    inAll.take('', now);
    refused.add(bearer, now);
    return failed(network, now);
  };
}

/** Keys that opened nothing a moment ago, by hash. */
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
