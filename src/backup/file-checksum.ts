import { createHash, type Hash } from 'node:crypto';

/**
 * Checksum trailer of a backup: an empty gzip member whose comment is the SHA-256 of everything
 * before it. Gzip programs ignore it; we compare it byte by byte, so that every byte of the file is
 * covered by a checksum.
 */
export const sealOf = (hash: Hash): Buffer => sealFor(hash.digest('hex'));

function sealFor(sha256: string): Buffer {
  const comment = Buffer.from(`facturier sha256 ${sha256}\0`, 'latin1');
  return Buffer.concat([HEAD_WITH_COMMENT, comment, EMPTY_BLOCK]);
}

/** Length of the trailer, the same for every file. */
export const SEAL_BYTES = 10 + 'facturier sha256 '.length + 64 + 1 + 10;

/** Gzip header: magic, deflate, comment flag; no time, hint or system. */
const HEAD_WITH_COMMENT = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
/** An empty block with its checksum and length. */
const EMPTY_BLOCK = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/**
 * Streams the bytes before the trailer, then returns their SHA-256; undefined if the trailer does
 * not match.
 */
export function unsealed(source: AsyncIterable<Buffer>): {
  bytes: AsyncGenerator<Buffer>;
  sha256: () => string | undefined;
} {
  const hash = createHash('sha256');
  let held: Buffer = Buffer.alloc(0);
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (held.length <= SEAL_BYTES) continue;
      const before = held.subarray(0, held.length - SEAL_BYTES);
      held = held.subarray(held.length - SEAL_BYTES);
      hash.update(before);
      yield before;
    }
  }
  const sha256 = (): string | undefined => {
    const digest = hash.digest('hex');
    return sealFor(digest).equals(held) ? digest : undefined;
  };
  return { bytes: bytes(), sha256 };
}
