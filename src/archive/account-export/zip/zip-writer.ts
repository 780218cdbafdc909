import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { type OpenSpoolFile, written } from '../../write/spool-file.ts';
import { directoryEnd, directoryEntry, localHeader, type ZipMember, zipMemberBytes } from './zip-format.ts';

/** A member that was written: its size, and the hex SHA-256 of its content. */
export type AddedMember = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** A member whose content is written piece by piece, before its size is known. */
type OpenMember = {
  readonly out: Writable;
  /** Adds the member with what was written. */
  readonly end: () => Promise<AddedMember>;
  /** Releases a member that was not ended. */
  readonly drop: () => void;
};

export type ZipWriter = {
  /** Adds a member from bytes. `isPacked`: they are compressed already, as in a PDF. */
  add: (name: string, content: Buffer | string, isPacked?: boolean) => Promise<AddedMember>;
  /** Several may be open at once; each enters the file when it ends. */
  open: (name: string) => OpenMember;
  /** The hex SHA-256 and the number of all bytes written so far. */
  soFar: () => { sha256: string; bytes: number };
  /** Adds the directory, and ends the file. */
  finish: () => Promise<void>;
};

/**
 * Writes a ZIP file to `out`, respecting backpressure, in constant memory except for one entry per
 * member. `spoolFile` creates temporary files.
 */
export function zipWriter(out: Writable, spoolFile: OpenSpoolFile): ZipWriter {
  const hash = createHash('sha256');
  const members: ZipMember[] = [];
  let bytes = 0;
  const put = async (chunk: Buffer): Promise<void> => {
    hash.update(chunk);
    bytes += chunk.length;
    await written(out, chunk);
  };
  const place = async (member: ZipMember, content: AsyncIterable<Buffer>): Promise<void> => {
    await put(localHeader(member));
    for await (const chunk of content) await put(chunk);
    members.push(member);
  };
  const open = (name: string): OpenMember => {
    const spooled = spooledMember(spoolFile);
    const end = async (): Promise<AddedMember> => {
      const { content, sha256, ...sizes } = await spooled.end();
      await place({ name, isDeflated: true, ...sizes }, content);
      return { name, bytes: sizes.bytes, sha256 };
    };
    return { out: spooled.out, end, drop: spooled.drop };
  };
  return {
    open,
    add: async (name, content, isPacked = false) => {
      const buffer = typeof content === 'string' ? Buffer.from(content) : content;
      if (!isPacked) {
        const member = open(name);
        member.out.end(buffer);
        return member.end();
      }
      const size = { packedBytes: buffer.length, bytes: buffer.length };
      await place({ name, isDeflated: false, crc32: crc32(buffer), ...size }, chunksOf(buffer));
      return { name, bytes: buffer.length, sha256: createHash('sha256').update(buffer).digest('hex') };
    },
    soFar: () => ({ sha256: hash.copy().digest('hex'), bytes }),
    finish: async () => {
      const offset = bytes;
      let at = 0;
      for (const member of members) {
        await put(directoryEntry(member, at));
        at += zipMemberBytes(member);
      }
      await put(directoryEnd({ entries: members.length, bytes: bytes - offset, offset }));
      out.end();
      await finished(out);
    },
  };
}

async function* chunksOf(buffer: Buffer): AsyncGenerator<Buffer> {
  yield buffer;
}

/** Compresses what is written into a temporary file. */
function spooledMember(spoolFile: OpenSpoolFile) {
  const fd = spoolFile('member');
  const file = createWriteStream('', { fd, autoClose: false });
  // Records compress to a tenth at any level, and most of the time of an export is compression.
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  const sha256 = createHash('sha256');
  let [bytes, checksum, isEnded] = [0, 0, false];
  const packed = deflate.pipe(file);
  packed.on('error', (error: Error) => deflate.destroy(error));
  const out = new Writable({
    write: (chunk: Buffer, _encoding, tell) => {
      sha256.update(chunk);
      checksum = crc32(chunk, checksum);
      bytes += chunk.length;
      deflate.write(chunk, tell);
    },
    final: (tell) => {
      deflate.end();
      finished(packed).then(
        () => tell(),
        (error: Error) => tell(error),
      );
    },
  });
  out.on('error', () => {});
  return {
    out,
    end: async () => {
      if (!out.writableEnded) out.end();
      await finished(out);
      isEnded = true;
      const content = createReadStream('', { fd, start: 0 }) as AsyncIterable<Buffer>;
      const sizes = { crc32: checksum, packedBytes: file.bytesWritten, bytes };
      return { content, sha256: sha256.digest('hex'), ...sizes };
    },
    drop: () => {
      if (isEnded) return;
      out.destroy();
      deflate.destroy();
      file.destroy();
    },
  };
}
