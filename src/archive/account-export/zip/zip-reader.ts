import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  DIRECTORY_END_BYTES,
  directoryEnd,
  directoryEntry,
  LONG_END_BYTES,
  localHeader,
  readDirectoryEnd,
  readEntry,
  readLongEnd,
  type ZipDirectory,
  type ZipMember,
  zipMemberBytes,
} from './zip-format.ts';

/** The file is no ZIP file of this program, or was changed; `at` names the place. */
export class ZipUnreadable extends Error {
  readonly at: string;
  constructor(at: string, options?: ErrorOptions) {
    super(`the ZIP file differs from what was written at ${at}`, options);
    this.at = at;
  }
}

export type ZipReader = {
  readonly members: readonly ZipMember[];
  /** The content of a member piece by piece, checked against its size and checksum. */
  content: (name: string) => AsyncGenerator<Buffer>;
  /** A whole member, of at most `bytesMax` bytes. */
  whole: (name: string, bytesMax: number) => Promise<Buffer>;
  /** Hex SHA-256 and number of the bytes before a member’s header. */
  before: (
    name: string,
    onProgress?: (done: number, all: number) => void,
  ) => Promise<{ sha256: string; bytes: number }>;
  close: () => Promise<void>;
};

/** Bytes of the largest directory: about a million members. */
const DIRECTORY_BYTES_MAX = 256 * 1_024 ** 2;

/**
 * Opens a ZIP file written by `zipWriter`, and no other: directory and headers must equal what the
 * writer makes of the same members, without gaps. Throws `ZipUnreadable`.
 */
export async function openZip(path: string): Promise<ZipReader> {
  const handle = await open(path);
  try {
    const placed = await placedMembers(handle);
    const placeOf = (name: string): Placed => {
      const found = placed.get(name);
      if (!found) throw new ZipUnreadable(name);
      return found;
    };
    const content = (name: string): AsyncGenerator<Buffer> => contentOf(handle, placeOf(name));
    return {
      members: [...placed.values()].map(({ member }) => member),
      content,
      whole: async (name, bytesMax) => {
        if (placeOf(name).member.bytes > bytesMax) throw new ZipUnreadable(name);
        const chunks: Buffer[] = [];
        for await (const chunk of content(name)) chunks.push(chunk);
        return Buffer.concat(chunks);
      },
      before: (name, onProgress) => digestBefore(handle, placeOf(name).offset, onProgress),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type Placed = { readonly member: ZipMember; readonly offset: number };

async function placedMembers(handle: FileHandle): Promise<ReadonlyMap<string, Placed>> {
  const { size } = await handle.stat();
  const { entries, bytes, offset } = await directoryOf(handle, size);
  if (bytes > DIRECTORY_BYTES_MAX) throw new ZipUnreadable('directory');
  const directory = await bytesAt(handle, offset, bytes);
  const placed = new Map<string, Placed>();
  let [at, place] = [0, 0];
  for (let read = 0; read < entries; read++) {
    const entry = readEntry(directory, at);
    if (!entry || placed.has(entry.member.name)) throw new ZipUnreadable('directory');
    if (!directory.subarray(at, entry.end).equals(directoryEntry(entry.member, place)))
      throw new ZipUnreadable(entry.member.name);
    placed.set(entry.member.name, { member: entry.member, offset: place });
    place += zipMemberBytes(entry.member);
    at = entry.end;
  }
  if (at !== bytes || place !== offset) throw new ZipUnreadable('directory');
  return placed;
}

async function directoryOf(handle: FileHandle, size: number): Promise<ZipDirectory> {
  const short = readDirectoryEnd(await bytesAt(handle, size - DIRECTORY_END_BYTES, DIRECTORY_END_BYTES));
  if (!short) throw new ZipUnreadable('end');
  const endBytes = DIRECTORY_END_BYTES + (short.isLong ? LONG_END_BYTES : 0);
  const end = await bytesAt(handle, size - endBytes, endBytes);
  const directory = short.isLong ? readLongEnd(end.subarray(0, LONG_END_BYTES)) : short;
  if (!directory || !directoryEnd(directory).equals(end) || directory.offset + directory.bytes + endBytes !== size)
    throw new ZipUnreadable('end');
  return directory;
}

async function* contentOf(handle: FileHandle, { member, offset }: Placed): AsyncGenerator<Buffer> {
  const head = localHeader(member);
  if (!(await bytesAt(handle, offset, head.length)).equals(head)) throw new ZipUnreadable(member.name);
  const packed = piecesAt(handle, offset + head.length, member.packedBytes);
  let [bytes, checksum] = [0, 0];
  for await (const chunk of member.isDeflated ? inflated(packed, member.name) : packed) {
    bytes += chunk.length;
    checksum = crc32(chunk, checksum);
    // Also bounds what a crafted member can expand to.
    if (bytes > member.bytes) throw new ZipUnreadable(member.name);
    yield chunk;
  }
  if (bytes !== member.bytes || checksum !== member.crc32) throw new ZipUnreadable(member.name);
}

async function* inflated(packed: AsyncGenerator<Buffer>, name: string): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const flowing = pipeline(packed, inflate);
  flowing.catch(() => {});
  try {
    yield* inflate as AsyncIterable<Buffer>;
    await flowing;
  } catch (error) {
    throw error instanceof ZipUnreadable ? error : new ZipUnreadable(name, { cause: error });
  }
}

const PIECE_BYTES = 1_024 ** 2;

async function* piecesAt(handle: FileHandle, offset: number, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE_BYTES)
    yield await bytesAt(handle, offset + at, Math.min(PIECE_BYTES, bytes - at));
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw new ZipUnreadable('end');
  const buffer = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) throw new ZipUnreadable('end');
    read += bytesRead;
  }
  return buffer;
}

async function digestBefore(
  handle: FileHandle,
  bytes: number,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let done = 0;
  for await (const piece of piecesAt(handle, 0, bytes)) {
    hash.update(piece);
    done += piece.length;
    onProgress(done, bytes);
  }
  return { sha256: hash.digest('hex'), bytes };
}
