import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pack as newPack } from 'tar-stream';
import { members } from '../member-names.ts';
import { headOf } from '../signed-statement.ts';
import { type OpenSpoolFile, spool, written } from './spool-file.ts';

const BLOCK_BYTES = 512;

export type ArchiveWriter = {
  /** Adds a member from bytes, and returns their SHA-256. */
  add: (name: string, bytes: Buffer | string) => Promise<string>;
  /** Adds a member from a stream. */
  addContent: (name: string, content: Readable, size: number) => Promise<string>;
  /**
   * Adds the list of all members with their hashes, and returns the SHA-256 and the size of
   * everything written.
   */
  finish: () => Promise<{ sha256: string; bytes: number }>;
  /** Releases what a failed archive leaves. */
  drop: () => void;
};

/**
 * Writes members one by one as a tar file, respecting backpressure, and hashes the output. `open`
 * creates the temporary file for the list of members. The caller signs the hash and writes the end
 * of the file.
 */
export function archiveWriter(out: Writable, open: OpenSpoolFile): ArchiveWriter {
  const pack = newPack();
  const hash = createHash('sha256');
  const sums = spool(open, members.sums);
  let bytes = 0;
  // A tar file ends with two zero blocks, which follow the signature.
  let expected = Number.POSITIVE_INFINITY;
  let taken = 0;
  const flowing = (async () => {
    for await (const chunk of pack as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, Math.min(chunk.length, expected - taken));
      taken += part.length;
      hash.update(part);
      if (part.length > 0) await written(out, part);
    }
  })();
  flowing.catch((error: Error) => pack.destroy(error));

  const added = async (name: string, size: number, content: AsyncIterable<Buffer> | readonly Buffer[]) => {
    const sha256 = createHash('sha256');
    const entry = pack.entry({ ...headOf(name), size });
    for await (const chunk of content) {
      sha256.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), flowing]);
    }
    entry.end();
    bytes += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    return sha256.digest('hex');
  };
  const listed = async (name: string, adding: Promise<string>): Promise<string> => {
    const sha256 = await adding;
    await sums.write(checksumLine(name, sha256));
    return sha256;
  };
  const add = (name: string, content: Buffer | string) => {
    const buffer = typeof content === 'string' ? Buffer.from(content) : content;
    return listed(name, added(name, buffer.length, [buffer]));
  };
  return {
    add,
    addContent: (name, content, size) => listed(name, added(name, size, content)),
    finish: async () => {
      const { content, size } = await sums.end();
      await added(members.sums, size, content);
      expected = bytes;
      pack.finalize();
      await flowing;
      return { sha256: hash.digest('hex'), bytes };
    },
    drop: sums.drop,
  };
}

/** A line of the list of members, in the format of `sha256sum -c`. */
export const checksumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;
