/** A cache of computed bytes with a share per owner. */
export type ByteCache = {
  readonly get: (owner: string, key: string) => Buffer | undefined;
  readonly keep: (owner: string, key: string, bytes: Buffer) => void;
  readonly held: () => number;
};

type Limits = { bytesMax: number; bytesPerOwnerMax: number; unusedMs: number };
/** In insertion order; entries spared by an eviction are reinserted. */
type Kept = { readonly entries: Map<string, Entry>; held: number; usedAt: number };
/** `used` since it was inserted or spared: the next eviction spares it once more. */
type Entry = { readonly bytes: Buffer; used: boolean };

/** Overhead of an entry: its key and table slot. */
const ENTRY_BYTES = 256;
/** Checks per expiry time of an idle owner. */
const LOOKS = 3;

/**
 * Creates a cache. Over an owner's share, the oldest entry goes unless it was used since (second
 * chance, the CLOCK algorithm, Corbató 1968): moving an entry at each use would make V8 rebuild the
 * table again and again. Over the total, entries of the least recently active owner go; owners idle
 * for `unusedMs` lose all.
 */
export function createByteCache({ bytesMax, bytesPerOwnerMax, unusedMs }: Limits): ByteCache {
  const owners = new Map<string, Kept>();
  let all = 0;
  let looking: NodeJS.Timeout | undefined;
  /** The most recent owner is already at the end of the order. */
  let latest: string | undefined;

  const dropOldest = (owner: string, kept: Kept): void => {
    all -= dropUnused(kept);
    if (kept.entries.size === 0) owners.delete(owner);
  };
  const asked = (owner: string, kept: Kept): void => {
    kept.usedAt = performance.now();
    if (owner === latest && owners.has(owner)) return;
    latest = owner;
    owners.delete(owner);
    owners.set(owner, kept);
  };
  const look = (): void => {
    for (const [owner, { usedAt, held }] of owners) {
      if (performance.now() - usedAt < unusedMs) break;
      owners.delete(owner);
      all -= held;
    }
    if (owners.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  return {
    get: (owner, key) => {
      const kept = owners.get(owner);
      const entry = kept?.entries.get(key);
      if (!kept || !entry) return undefined;
      entry.used = true;
      asked(owner, kept);
      return entry.bytes;
    },
    keep: (owner, key, bytes) => {
      const size = ENTRY_BYTES + bytes.length;
      if (size > bytesPerOwnerMax) return;
      const kept = owners.get(owner) ?? { entries: new Map(), held: 0, usedAt: 0 };
      const before = kept.entries.get(key);
      if (before) all -= drop(kept, key, before);
      kept.entries.set(key, { bytes: ofItsOwn(bytes), used: false });
      kept.held += size;
      all += size;
      asked(owner, kept);
      while (kept.held > bytesPerOwnerMax) dropOldest(owner, kept);
      for (const [longest, theirs] of owners) {
        while (all > bytesMax && theirs.entries.size > 0) dropOldest(longest, theirs);
        if (all <= bytesMax) break;
      }
      looking ??= setInterval(look, unusedMs / LOOKS).unref();
    },
    held: () => all,
  };
}

/** Evicts the oldest entry not used since its insertion, sparing used ones; returns its size. */
function dropUnused(kept: Kept): number {
  for (const [key, entry] of kept.entries) {
    if (!entry.used) return drop(kept, key, entry);
    entry.used = false;
    kept.entries.delete(key);
    kept.entries.set(key, entry);
  }
  return 0;
}

function drop(kept: Kept, key: string, { bytes }: Entry): number {
  kept.entries.delete(key);
  kept.held -= ENTRY_BYTES + bytes.length;
  return ENTRY_BYTES + bytes.length;
}

/**
 * Node slices small buffers from 64 KiB pools: a cached slice would keep its whole pool alive, so
 * copy it.
 */
function ofItsOwn(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
