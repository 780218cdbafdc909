import { hash } from 'node:crypto';
import type pg from 'pg';
import { isSharded } from '../../db/sharding/sharded-pools.ts';
import { findHoldersAgain, findKeyHolder, type KeyHolder } from '../../services/account/authenticate-api-key.ts';

/**
 * Milliseconds for which a cached key is trusted. Below one second, because a revocation must take
 * effect within a second.
 */
const TRUSTED_MS = 900;
/**
 * A key used within this many milliseconds of its expiry triggers a refresh of all keys in use, in
 * batches of READ_AT_ONCE_MAX.
 */
const AHEAD_MS = 300;
const READ_AT_ONCE_MAX = 100;
/** Maximum number of keys cached per process. */
const REMEMBERED_MAX = 10_000;

/** A cached lookup; `found` is set once the lookup has completed. */
type Known = { readonly holder: Promise<KeyHolder | undefined>; readonly until: number; found?: KeyHolder | undefined };

/** Keyed by the hash of the key, so that no key stays in memory longer than its request. */
type Memory = {
  readonly known: Map<string, Known>;
  /** Keys used since they were last read. */
  readonly used: Set<string>;
  /** Hashes of keys known to exist, least recently used first. */
  readonly proven: Set<string>;
  isReading: boolean;
};

/** One cache per pool: tests run two services in one process. */
const memories = new WeakMap<pg.Pool, Memory>();

const hashOf = (bearer: string): string => hash('sha256', bearer, 'base64');

/**
 * Whether this key is known to exist, without querying the database. A lookup by key id also
 * records the right secret, even if only wrong ones have been sent so far. The key may have expired
 * or been revoked since.
 */
export function isKnownKey(pool: pg.Pool, bearer: string): boolean {
  const proven = memories.get(pool)?.proven;
  return proven !== undefined && proven.size > 0 && proven.has(hashOf(bearer));
}

/**
 * Returns the holder of a key, at most a second old. Keys in use are refreshed together before they
 * expire: otherwise a hundred active accounts would each run one transaction per second. `now` is
 * Unix seconds.
 */
export function cachedKeyHolder(pool: pg.Pool, bearer: string, now: number): Promise<KeyHolder | undefined> {
  const memory = memoryOf(pool);
  const name = hashOf(bearer);
  const asked = performance.now();
  const known = memory.known.get(name);
  if (!known || known.until <= asked) return read(pool, memory, { name, bearer, asked, now });
  memory.used.add(name);
  if (known.until - asked < AHEAD_MS && !memory.isReading && !isSharded(pool)) void refreshAhead(pool, memory, now);
  return known.holder;
}

function memoryOf(pool: pg.Pool): Memory {
  const known = memories.get(pool);
  if (known) return known;
  const opened: Memory = { known: new Map(), used: new Set(), proven: new Set(), isReading: false };
  memories.set(pool, opened);
  return opened;
}

/** Concurrent requests share this lookup. */
function read(
  pool: pg.Pool,
  memory: Memory,
  { name, bearer, asked, now }: { name: string; bearer: string; asked: number; now: number },
): Promise<KeyHolder | undefined> {
  if (memory.known.size >= REMEMBERED_MAX) {
    memory.known.clear();
    memory.used.clear();
  }
  const holder = findKeyHolder(pool, bearer, now, (sha256) => prove(memory, sha256.toString('base64')));
  // Counted from the start of the query: a revocation may commit while the result is on its way.
  const known: Known = { holder, until: asked + TRUSTED_MS };
  memory.known.set(name, known);
  holder.then(
    (found) => {
      known.found = found;
    },
    () => {
      if (memory.known.get(name) === known) memory.known.delete(name);
    },
  );
  return holder;
}

/**
 * Refreshes keys in use before their cached entries expire. If that fails, the entries expire and
 * are read one by one.
 */
async function refreshAhead(pool: pg.Pool, memory: Memory, now: number): Promise<void> {
  memory.isReading = true;
  try {
    const until = performance.now() + TRUSTED_MS;
    const asked = takeUsed(memory);
    const holders = await findHoldersAgain(pool, asked, now);
    for (const [at, { name, known }] of asked.entries()) {
      const found = holders[at];
      if (found) prove(memory, name);
      if (memory.known.get(name) === known) memory.known.set(name, { holder: Promise.resolve(found), until, found });
    }
  } catch {
    // The next caller gets the error.
  } finally {
    memory.isReading = false;
  }
}

/** Returns the keys used since they were last read, and resets the list. */
function takeUsed({ known, used }: Memory): { name: string; sha256: Buffer; known: Known; holder: KeyHolder }[] {
  const taken: ReturnType<typeof takeUsed> = [];
  for (const name of used) {
    used.delete(name);
    const remembered = known.get(name);
    const holder = remembered?.found;
    if (remembered && holder) taken.push({ name, sha256: Buffer.from(name, 'base64'), known: remembered, holder });
    if (taken.length === READ_AT_ONCE_MAX) break;
  }
  return taken;
}

function prove({ proven }: Memory, name: string): void {
  proven.delete(name);
  if (proven.size >= REMEMBERED_MAX) proven.delete(proven.values().next().value as string);
  proven.add(name);
}
