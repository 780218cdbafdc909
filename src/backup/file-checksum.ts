import { createHash, type Hash } from 'node:crypto';

/**
 * The end of a copy: an empty gzip member whose comment is the SHA-256 of everything before it. Programs that unpack
 * gzip pass over it; we compare it byte by byte, so that no byte of the file is outside some checksum.
 */
export const sealOf = (hash: Hash): Buffer => sealFor(hash.digest('hex'));

function sealFor(sha256: string): Buffer {
  const comment = Buffer.from(`facturier sha256 ${sha256}\0`, 'latin1');
  return Buffer.concat([HEAD_WITH_COMMENT, comment, EMPTY_BLOCK]);
}

/** Bytes of a seal, the same for every file. */
export const SEAL_BYTES = 10 + 'facturier sha256 '.length + 64 + 1 + 10;

/** Magic, deflate, a comment, no time, no hint, no system. */
const HEAD_WITH_COMMENT = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
/** A block without content, the checksum of nothing, and its length. */
const EMPTY_BLOCK = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Gives the bytes before the seal as they come, and afterwards their SHA-256; undefined where the seal is not theirs. */
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
