import { hash } from 'node:crypto';
import type pg from 'pg';
import { findKeyHolder, type KeyHolder } from '../deeds/account/find-key-holder.ts';
import type { Caller } from '../deeds/caller.ts';
import { isUsable } from '../domain/account/key-record.ts';

const KEY_SHAPE = /^fk_(live|test)_[0-9A-Za-z]{92}$/;

/** Milliseconds a process trusts what it read of a key: below a second, within which a revocation must take effect. */
const TRUSTED_MS = 900;
/** Keys remembered at once by a process. */
const REMEMBERED_MAX = 10_000;

/**
 * Who asks, by the key he shows; undefined where it is no key, or one that was revoked or has expired. `now` is Unix
 * seconds. Rejects where the database cannot be asked.
 */
export async function findCaller(pool: pg.Pool, bearer: string, now: number): Promise<Caller | undefined> {
  // What is no key at all is not worth remembering, nor asking the database about.
  if (!KEY_SHAPE.test(bearer)) return undefined;
  const holder = await remembered(pool, bearer, now);
  if (!holder || !isUsable(holder.key, now)) return undefined;
  const { accountId, key } = holder;
  const until = key.expiresAt !== undefined && { until: key.expiresAt };
  const madeBy = key.madeBy !== undefined && { keyMadeBy: key.madeBy };
  return { accountId, test: key.test, scopes: key.scopes, actor: key.id, ...until, ...madeBy };
}

/**
 * Whether this is surely a key, as the database said when it was asked about its id: the right secret is known even where
 * only wrong ones were shown so far. It may have ended since. Asks nobody.
 */
export function provesKey(pool: pg.Pool, bearer: string): boolean {
  const proven = memories.get(pool)?.proven;
  return proven !== undefined && proven.size > 0 && proven.has(hashOf(bearer));
}

type Memory = {
  holders: Map<string, { holder: Promise<KeyHolder | undefined>; until: number }>;
  /** Hashes of keys there are; the longest unheard of are forgotten first. */
  proven: Set<string>;
};

/** Per pool, since two services may live in one process (tests). Keyed by hash: no key lies in memory longer than its request. */
const memories = new WeakMap<pg.Pool, Memory>();

const hashOf = (bearer: string): string => hash('sha256', bearer, 'base64');

function remembered(pool: pg.Pool, bearer: string, now: number): Promise<KeyHolder | undefined> {
  const memory = memories.get(pool) ?? { holders: new Map(), proven: new Set() };
  memories.set(pool, memory);
  const { holders } = memory;
  const hash = hashOf(bearer);
  const asked = performance.now();
  const known = holders.get(hash);
  if (known && known.until > asked) return known.holder;

  if (holders.size >= REMEMBERED_MAX) holders.clear();
  // Counted from the asking, since a revocation may land while the answer is on its way. Requests that come meanwhile wait for the same answer.
  const holder = findKeyHolder(pool, bearer, now, (sha256) => prove(memory, sha256.toString('base64')));
  holders.set(hash, { holder, until: asked + TRUSTED_MS });
  holder.catch(() => holders.delete(hash));
  return holder;
}

function prove({ proven }: Memory, hash: string): void {
  proven.delete(hash);
  if (proven.size >= REMEMBERED_MAX) proven.delete(proven.values().next().value as string);
  proven.add(hash);
}
