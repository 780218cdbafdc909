import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { CLUSTER } from './backup-format.ts';
import { parseLsn, SEGMENT_BYTES, segmentName, timelineOf, type WalLocation } from './wal-location.ts';
import type { Member } from './write-backup.ts';

export type BaseBackupRequest = {
  /** The backup role. */
  readonly connection: pg.ClientConfig;
  /** Folder of the cluster. */
  readonly cluster: string;
  readonly signal?: AbortSignal | undefined;
  /** Bytes read so far, and the estimated total. */
  readonly onProgress?: ((done: number, about: number) => void) | undefined;
};

/**
 * Copies the cluster while it is in use, with the low-level backup API of PostgreSQL: yields its
 * files with the WAL that makes them consistent, and returns the WAL position at the end.
 * PostgreSQL first verifies all page checksums; a damaged page fails the backup.
 */
export async function* baseBackup(given: BaseBackupRequest): AsyncGenerator<Member, WalLocation> {
  await verifyPages(given);
  const client = await connected(given.connection, given.signal);
  try {
    // Until the session ends, the slot retains the WAL written from here on.
    await client.query(`select pg_create_physical_replication_slot(${SLOT}, true, true)`);
    const start = await client.query<{ lsn: string }>("select pg_backup_start('facturier', fast => true) as lsn");
    const progress = await progressOver(given);
    for (const { path, size } of progress.entries) {
      if (size === undefined) yield { name: CLUSTER + path, folder: true };
      else yield* fileAs(join(given.cluster, path), path, progress.count);
    }
    const stop = await client.query<{ lsn: string; label: string; segment: string }>(
      'select lsn, labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)',
    );
    const { lsn = '', label = '', segment = '' } = stop.rows[0] ?? {};
    const end = { lsn: parseLsn(lsn), timeline: timelineOf(segment) };
    const bytes = Buffer.from(label);
    yield { name: `${CLUSTER}backup_label`, size: bytes.length, bytes: [bytes] };
    yield* walBetween(join(given.cluster, 'pg_wal'), parseLsn(start.rows[0]?.lsn ?? ''), end);
    const slot = await client.query(
      `select from pg_replication_slots where slot_name = ${SLOT} and wal_status <> 'lost'`,
    );
    if (slot.rowCount === 0) throw new Error('the WAL of the backup was removed while it was copied');
    return end;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Name of the temporary slot of a session. */
const SLOT = "'facturier_backup_' || pg_backend_pid()";

/** Reads every page in PostgreSQL, which verifies its checksum; `blackhole` sends no files. */
async function verifyPages({ connection, signal }: BaseBackupRequest): Promise<void> {
  const client = await connected(replicating(connection), signal);
  try {
    await client.query("BASE_BACKUP (TARGET 'blackhole', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')");
  } finally {
    await client.end().catch(() => {});
  }
}

/** Settings of a connection that speaks the replication protocol. */
export const replicating = (connection: pg.ClientConfig): pg.ClientConfig & { replication: 'true' } => ({
  ...connection,
  replication: 'true',
});

async function connected(connection: pg.ClientConfig, signal: AbortSignal | undefined): Promise<pg.Client> {
  signal?.throwIfAborted();
  const client = new pg.Client({ ...connection, application_name: 'facturier backup' });
  // The running query fails too.
  client.on('error', () => {});
  await client.connect();
  const abort = (): void => void client.end().catch(() => {});
  signal?.addEventListener('abort', abort, { once: true });
  client.once('end', () => signal?.removeEventListener('abort', abort));
  return client;
}

async function progressOver({ cluster, onProgress }: BaseBackupRequest) {
  const entries = await clusterEntries(cluster);
  const about = entries.reduce((sum, { size = 0 }) => sum + size, 0);
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    onProgress?.(done, about);
  };
  return { entries, count };
}

const fileAs = (path: string, name: string, count: (bytes: number) => void = () => {}): AsyncGenerator<Member> =>
  openFile(path, ({ size, bytes }) => ({ name: CLUSTER + name, size, bytes: counted(bytes, count) }));

async function* counted(source: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    count(chunk.length);
    yield chunk;
  }
}

/** The WAL files between two positions, and the histories of all timelines. */
async function* walBetween(folder: string, start: bigint, end: WalLocation): AsyncGenerator<Member> {
  const histories = (await readdir(folder)).filter((name) => name.endsWith('.history'));
  const segments: string[] = [];
  for (let lsn = start - (start % SEGMENT_BYTES); lsn < end.lsn; lsn += SEGMENT_BYTES)
    segments.push(segmentName({ lsn, timeline: end.timeline }));
  for (const name of [...histories, ...segments]) yield* fileAs(join(folder, name), `pg_wal/${name}`);
}

/** A file of a cluster, or a folder if it has no size. The path is relative, with slashes. */
type ClusterEntry = { readonly path: string; readonly size?: number };

/** A file open for reading: exactly `size` bytes. */
type OpenFile = { readonly size: number; readonly bytes: AsyncIterable<Buffer> };

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
async function clusterEntries(cluster: string): Promise<ClusterEntry[]> {
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
async function* openFile<T>(path: string, use: (file: OpenFile) => T): AsyncGenerator<T> {
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
