import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { CLUSTER } from './backup-format.ts';
import { clusterEntries, openFile } from './cluster-files.ts';
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
