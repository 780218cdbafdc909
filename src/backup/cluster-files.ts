import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a cluster, or a folder if it has no size. The path is relative, with slashes. */
export type ClusterEntry = { readonly path: string; readonly size?: number };

/** A file open for reading: exactly `size` bytes. */
export type OpenFile = { readonly size: number; readonly bytes: AsyncIterable<Buffer> };

/** Folders that a backup contains empty, as the manual of PostgreSQL advises. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Files that a backup leaves out or writes itself. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|(backup_label|tablespace_map|backup_manifest)(\.old)?|.*\.tmp)$|(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*$/;
/** Last, because it says how far the other files are. */
const CONTROL = 'global/pg_control';
const TABLESPACES = 'pg_tblspc/';

const READ_BYTES = 256 * 1024;

/** Lists what a backup of a running cluster contains, without its WAL. */
export async function clusterEntries(cluster: string): Promise<ClusterEntry[]> {
  const found: ClusterEntry[] = [];
  for await (const entry of entriesIn(cluster, '')) found.push(entry);
  const isLast = ({ path }: ClusterEntry): boolean => path === CONTROL;
  return [...found.filter((entry) => !isLast(entry)), ...found.filter(isLast)];
}

async function* entriesIn(cluster: string, folder: string): AsyncGenerator<ClusterEntry> {
  for (const entry of await unlessGone(readdir(join(cluster, folder), { withFileTypes: true }), [] as Dirent[])) {
    const path = `${folder}${entry.name}`;
    if (LEFT_OUT.test(path)) continue;
    // An operator may have moved the WAL to another disk.
    if (entry.isDirectory() || EMPTIED.has(path)) {
      yield { path };
      if (!EMPTIED.has(path)) yield* entriesIn(cluster, `${path}/`);
    } else if (entry.isFile()) {
      const known = await unlessGone(stat(join(cluster, path)), undefined);
      if (known) yield { path, size: known.size };
    } else if (path.startsWith(TABLESPACES)) {
      throw new Error('this cluster has tablespaces of its own, which are not copied');
    }
  }
}

/** Lends a file to `use`; does nothing if PostgreSQL has deleted it meanwhile. */
export async function* openFile<T>(path: string, use: (file: OpenFile) => T): AsyncGenerator<T> {
  const handle = await unlessGone(open(path), undefined);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield use({ size, bytes: bytesOf(handle, size) });
  } finally {
    await handle.close();
  }
}

async function* bytesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const wanted = Math.min(READ_BYTES, size - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    // PostgreSQL has truncated the file meanwhile; recovery does so again.
    const bytes = bytesRead > 0 ? buffer.subarray(0, bytesRead) : Buffer.alloc(wanted);
    at += bytes.length;
    yield bytes;
  }
}

/** The result, or `instead` if the file or folder does not exist. */
const unlessGone = <T, U>(result: Promise<T>, instead: U): Promise<T | U> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  });
