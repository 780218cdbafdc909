/** Bytes that took work to make, kept as long as there is room and somebody wants them: within a share for each owner. */
export type ByteCache = {
  readonly get: (owner: string, key: string) => Buffer | undefined;
  readonly keep: (owner: string, key: string, bytes: Buffer) => void;
  readonly held: () => number;
};

type Limits = { bytesMax: number; bytesOfOwnerMax: number; unusedMs: number };
/** In the order of their last use. */
type Kept = { readonly entries: Map<string, Buffer>; held: number; usedAt: number };

/** What an entry takes beside its bytes: its key, and its place in the table. */
const ENTRY_BYTES = 256;
/** Looks at who has not asked for so long, in the time after which he loses what was kept for him. */
const LOOKS = 3;

/**
 * Opens a cache. Where an owner's share is used up what he has not used for longest goes; where all room is, that of whoever
 * has not asked for longest; and all of whoever has not asked for `unusedMs`.
 */
export function openByteCache({ bytesMax, bytesOfOwnerMax, unusedMs }: Limits): ByteCache {
  const owners = new Map<string, Kept>();
  let all = 0;
  let looking: NodeJS.Timeout | undefined;

  const dropOldest = (owner: string, kept: Kept): void => {
    const [key] = kept.entries.keys();
    if (key !== undefined) drop(kept, key);
    if (kept.entries.size === 0) owners.delete(owner);
  };
  const drop = (kept: Kept, key: string): void => {
    const bytes = ENTRY_BYTES + (kept.entries.get(key)?.length ?? 0);
    kept.entries.delete(key);
    kept.held -= bytes;
    all -= bytes;
  };
  const used = (owner: string, kept: Kept): void => {
    owners.delete(owner);
    owners.set(owner, kept);
    kept.usedAt = performance.now();
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
      const bytes = kept?.entries.get(key);
      if (!kept || !bytes) return undefined;
      kept.entries.delete(key);
      kept.entries.set(key, bytes);
      used(owner, kept);
      return bytes;
    },
    keep: (owner, key, bytes) => {
      const size = ENTRY_BYTES + bytes.length;
      if (size > bytesOfOwnerMax) return;
      const kept = owners.get(owner) ?? { entries: new Map(), held: 0, usedAt: 0 };
      if (kept.entries.has(key)) drop(kept, key);
      kept.entries.set(key, ofItsOwn(bytes));
      kept.held += size;
      all += size;
      used(owner, kept);
      while (kept.held > bytesOfOwnerMax) dropOldest(owner, kept);
      for (const [longest, theirs] of owners) {
        while (all > bytesMax && theirs.entries.size > 0) dropOldest(longest, theirs);
        if (all <= bytesMax) break;
      }
      looking ??= setInterval(look, unusedMs / LOOKS).unref();
    },
    held: () => all,
  };
}

/** Node cuts small buffers out of pieces of 64 KiB: one that is kept would keep all of its piece, and be counted as what it is. */
function ofItsOwn(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
