import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as newPack, type Pack } from 'tar-stream';
import { sealOf } from './file-checksum.ts';

/** A member of a backup: a file, or a folder that must exist even if empty. */
export type Member = { readonly name: string } & (
  | { readonly size: number; readonly bytes: AsyncIterable<Buffer> | readonly Buffer[] }
  | { readonly folder: true }
  /** Created last, from the SHA-256 of the list of all other members. */
  | { readonly proving: (sha256: string) => Promise<Buffer> }
);

/** SHA-256 of all members' names, order and content, which the passphrase authenticates. */
export const hashOfMembers = (members: readonly Listed[]): string =>
  createHash('sha256').update(JSON.stringify({ members })).digest('hex');

/** A member's entry in the manifest. */
export type Listed = { readonly name: string; readonly size?: number; readonly sha256?: string };

export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';

/** Fast rather than small: PDFs are already compressed, and the service is running. */
const GZIP_LEVEL = 3;

/**
 * The bytes of a backup: a compressed tar that any program can unpack. Its last members are a
 * manifest with the SHA-256 of all others and the hash of the manifest, followed by the checksum
 * trailer. Constant memory: members are read one by one, as fast as the bytes are consumed.
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
    // Report the original error, not the broken stream.
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

/** The header has the time of the backup; file times carry no information. */
const NO_TIME = new Date(0);
