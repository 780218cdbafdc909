import { hash } from 'node:crypto';
import type pg from 'pg';
import { isSharded } from '../../db/sharding/sharded-pools.ts';
import { findHoldersAgain, findKeyHolder, type KeyHolder } from '../../services/account/authenticate-api-key.ts';

/** Milliseconds a process trusts what it read of a key: below a second, within which a revocation must take effect. */
const TRUSTED_MS = 900;
/** Milliseconds before that is over in which a key that is used has all keys in use read again, so many at once. */
const AHEAD_MS = 300;
const READ_AT_ONCE_MAX = 100;
/** Keys remembered at once by a process. */
const REMEMBERED_MAX = 10_000;

/** What was read of a key; `found` once it was. */
type Known = { readonly holder: Promise<KeyHolder | undefined>; readonly until: number; found?: KeyHolder | undefined };

/** Keyed by the hash of a key's text: none lies in memory longer than its request. */
type Memory = {
  readonly known: Map<string, Known>;
  /** Those that were used since they were read. */
  readonly used: Set<string>;
  /** Hashes of keys there are; the longest unheard of are forgotten first. */
  readonly proven: Set<string>;
  isReading: boolean;
};

/** Per pool, since two services may live in one process (tests). */
const memories = new WeakMap<pg.Pool, Memory>();

const hashOf = (bearer: string): string => hash('sha256', bearer, 'base64');

/**
 * Whether this is surely a key, as the database said when it was asked about its id: the right secret is known even where
 * only wrong ones were shown so far. It may have ended since. Asks nobody.
 */
export function isKnownKey(pool: pg.Pool, bearer: string): boolean {
  const proven = memories.get(pool)?.proven;
  return proven !== undefined && proven.size > 0 && proven.has(hashOf(bearer));
}

/**
 * Whose key this is, as it stood less than a second ago. Keys in use are read again before that is over, together: of a hundred accounts
 * that work at once, each would otherwise ask every second by a transaction of its own. `now` is Unix seconds.
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

/** Requests that come meanwhile wait for the same answer. */
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
  // Counted from the asking, since a revocation may land while the answer is on its way.
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

/** Reads keys in use again while what was read of them still holds. Where that fails they lapse, and are asked for one by one. */
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
    // Whoever asks next is told.
  } finally {
    memory.isReading = false;
  }
}

/** Keys that were used since they were read, each once: they are not until they are used again. */
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
