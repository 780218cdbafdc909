import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as newPack, type Pack } from 'tar-stream';
import { sealOf } from './file-checksum.ts';

/** Something in a copy: a file, or a folder that must be there even empty. */
export type Member = { readonly name: string } & (
  | { readonly size: number; readonly bytes: AsyncIterable<Buffer> | readonly Buffer[] }
  | { readonly folder: true }
  /** Made once all others are written: it is given the SHA-256 of their list, and is the last. */
  | { readonly proving: (sha256: string) => Promise<Buffer> }
);

/** The SHA-256 that stands for members, their names, order and bytes: what the passphrase proves. */
export const hashOfMembers = (members: readonly Listed[]): string =>
  createHash('sha256').update(JSON.stringify({ members })).digest('hex');

/** What the manifest says of a member. */
export type Listed = { readonly name: string; readonly size?: number; readonly sha256?: string };

export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';

/** Fast rather than small: papers are compressed already, and the service goes on working meanwhile. */
const GZIP_LEVEL = 3;

/**
 * The bytes of a copy: a compressed tar that any program unpacks, its last members a manifest with the SHA-256 of all
 * others and the hash of the manifest, and after it the seal of the whole. In constant memory: members are asked for one
 * by one, as fast as the bytes are taken.
 */
export async function* backupBytes(members: AsyncIterable<Member>): AsyncGenerator<Buffer> {
  const pack = newPack();
  const gzip = createGzip({ level: GZIP_LEVEL });
  const over = new AbortController();
  const packing = pipeline(pack, gzip);
  const filling = fill(pack, members, over.signal).catch((error: Error) => {
    pack.destroy(error);
    throw error;
  });
  for (const promise of [packing, filling]) promise.catch(() => {});
  const hash = createHash('sha256');
  try {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
    await Promise.all([filling, packing]);
    yield sealOf(hash);
  } catch (error) {
    // What went wrong first is told, not that the stream broke of it.
    await filling;
    throw error;
  } finally {
    over.abort();
    pack.destroy();
    gzip.destroy();
  }
}

async function fill(pack: Pack, members: AsyncIterable<Member>, signal: AbortSignal): Promise<void> {
  const listed: Listed[] = [];
  for await (const member of members) {
    signal.throwIfAborted();
    listed.push(await added(pack, 'proving' in member ? await proved(member, listed) : member, signal));
  }
  const manifest = Buffer.from(`${JSON.stringify({ members: listed })}\n`);
  const { sha256 } = await added(pack, { name: MANIFEST, size: manifest.length, bytes: [manifest] }, signal);
  const line = Buffer.from(`${sha256}\n`);
  await added(pack, { name: MANIFEST_HASH, size: line.length, bytes: [line] }, signal);
  pack.finalize();
}

type Plain = Exclude<Member, { proving: unknown }>;

async function proved(
  { name, proving }: Extract<Member, { proving: unknown }>,
  listed: readonly Listed[],
): Promise<Plain> {
  const bytes = await proving(hashOfMembers(listed));
  return { name, size: bytes.length, bytes: [bytes] };
}

async function added(pack: Pack, member: Plain, signal: AbortSignal): Promise<Listed> {
  const { name } = member;
  if ('folder' in member) {
    pack.entry({ name, type: 'directory', mode: 0o700, mtime: NO_TIME });
    return { name };
  }
  const { size, bytes } = member;
  const hash = createHash('sha256');
  const entry = pack.entry({ name, size, mode: 0o600, mtime: NO_TIME });
  for await (const chunk of bytes) {
    hash.update(chunk);
    if (!entry.write(chunk)) await once(entry, 'drain', { signal });
  }
  entry.end();
  return { name, size, sha256: hash.digest('hex') };
}

/** When the copy was made stands in its header; the times of its files say nothing. */
const NO_TIME = new Date(0);
