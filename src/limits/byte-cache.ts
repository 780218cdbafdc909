/** Bytes that took work to make, kept as long as there is room and somebody wants them: within a share for each owner. */
export type ByteCache = {
  readonly get: (owner: string, key: string) => Buffer | undefined;
  readonly keep: (owner: string, key: string, bytes: Buffer) => void;
  readonly held: () => number;
};

type Limits = { bytesMax: number; bytesPerOwnerMax: number; unusedMs: number };
/** In the order they were kept in, or spared in. */
type Kept = { readonly entries: Map<string, Entry>; held: number; usedAt: number };
/** `used` since it was kept, or spared: it is spared once more when something has to go. */
type Entry = { readonly bytes: Buffer; used: boolean };

/** What an entry takes beside its bytes: its key, and its place in the table. */
const ENTRY_BYTES = 256;
/** Looks at who has not asked for so long, in the time after which he loses what was kept for him. */
const LOOKS = 3;

/**
 * Opens a cache. Where an owner's share is used up what he has kept for longest goes, but for what he has used since (the second chance of the CLOCK
 * algorithm, Corbató 1968): to note each use by moving an entry to the end would have V8 build the whole table anew again and again. Where all room
 * is used up, that of whoever has not asked for longest goes; and all of whoever has not asked for `unusedMs`.
 */
export function createByteCache({ bytesMax, bytesPerOwnerMax, unusedMs }: Limits): ByteCache {
  const owners = new Map<string, Kept>();
  let all = 0;
  let looking: NodeJS.Timeout | undefined;
  /** Who asked last stands at the end of the owners already. */
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

/** Drops what was kept for longest and not used since, sparing what was, and gives its bytes. */
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

/** Node cuts small buffers out of pieces of 64 KiB: one that is kept would keep all of its piece, and be counted as what it is. */
function ofItsOwn(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
