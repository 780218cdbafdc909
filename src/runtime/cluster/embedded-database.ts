import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseClient } from '../../db/connections/database-client.ts';
import { StartupError } from '../../startup-error.ts';
import type { Database } from '../database/database-handle.ts';
import { withFileLock } from '../file-lock.ts';
import { ensureBackupRole } from './backup-role.ts';
import { type ClusterLocation, clusterSite, prepareDataFolder } from './cluster-location.ts';
import { createCluster } from './create-cluster.ts';
import {
  type ClusterAccess,
  COPIER,
  type ConnectionSettings,
  connectionAs,
  readAccess,
  writeAccess,
} from './credentials.ts';
import { refuseIfClusterLost, requireCompleteCluster } from './detect-lost-cluster.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { endOfLog, postmasterAlive, startPostmaster, stopPostmaster } from './postmaster.ts';
import { finishSwap } from './swap-clusters.ts';

/** The embedded database, and superuser access for tests and `facturier doctor`. */
export type EmbeddedDatabase = Database & { readonly superuser: ConnectionSettings };

type Options = {
  /** False for databases that tests throw away: turns fsync off. */
  durable?: boolean;
  /** True if another process will stop the database. */
  keepRunning?: boolean;
  /** Another PostgreSQL installation: for tests of other versions. */
  binaries?: PostgresBinaries;
};

/** application_name of the connection that registers this process as a user of the database. */
const PRESENCE = 'facturier presence';

/** Longest wait for PostgreSQL: after a power failure it first replays its log. */
const START_WAIT_MS = 120_000;
const START_POLL_MS = 10;
/**
 * A PostgreSQL that runs but has not listened for this long has lost its socket and is restarted.
 */
const DEAF_MS = 5_000;
/**
 * Starts that fail at once are retried for this long: orphans of a killed PostgreSQL may take a
 * moment to exit.
 */
const RETRY_MS = 10_000;
/** Delay before a process reconnects after its database disappeared. */
const REJOIN_MS = 500;

/**
 * Opens the PostgreSQL of a data folder: created on first use, started by the first process, joined
 * by others, stopped by the last one to leave. A killed process leaves automatically because its
 * connection closes. If PostgreSQL is killed, its users restart it. Refuses with a reason and a
 * remedy.
 */
export async function openEmbeddedDatabase(dataFolder: string, options: Options = {}): Promise<EmbeddedDatabase> {
  const folder = await prepareDataFolder(dataFolder);
  const lockFile = join(folder, 'postgres.lock');
  const enter = () => withFileLock(lockFile, () => joined(folder, options));
  let current = await enter();
  const leaves = new AbortController();
  let rejoining: Promise<void> | undefined;
  let left: Promise<void> | undefined;

  const watch = () =>
    current.presence.once('end', () => {
      if (!leaves.signal.aborted) rejoining = rejoin();
    });
  const rejoin = async () => {
    while (!leaves.signal.aborted) {
      const next = await enter().catch(() => undefined);
      if (next) {
        current = next;
        watch();
        return;
      }
      await wait(REJOIN_MS, undefined, { ref: false, signal: leaves.signal }).catch(() => {});
    }
  };
  const leave = async () => {
    leaves.abort();
    await rejoining;
    await withFileLock(lockFile, () => leaving(current, options));
  };
  watch();
  const { access } = current;
  return {
    ownerUrl: connectionAs('facturier_owner', access),
    serving: connectionAs('facturier_app', access),
    copying: connectionAs(COPIER, access),
    superuser: connectionAs('postgres', access, 'postgres'),
    embedded: true,
    home: current.site.home,
    leave: () => (left ??= leave()),
  };
}

type Joined = { site: ClusterLocation; binaries: PostgresBinaries; access: ClusterAccess; presence: DatabaseClient };

/** Creates the cluster if missing, starts it if stopped, and connects. */
async function joined(dataFolder: string, options: Options): Promise<Joined> {
  const site = await clusterSite(dataFolder);
  await finishSwap(site.home);
  const known = await readAccess(site.home);
  const running = known && (await attempt(known));
  const binaries = options.binaries ?? (await postgresBinaries({ copyInto: site.copyBinariesInto }));
  if (known && running instanceof DatabaseClient) return present({ site, binaries, access: known, presence: running });
  if (!known) await refuseIfClusterLost(site);
  const made = known ?? (await createCluster(site, binaries));
  await requireCompleteCluster(site, binaries);
  const { access, presence } = await started({ site, binaries, access: made }, options);
  return present({ site, binaries, access, presence });
}

async function present(how: Joined): Promise<Joined> {
  const access = await ensureBackupRole(how.site.home, how.access, how.presence);
  // The connection must not keep a finished process alive.
  how.presence.keepsProcess(false);
  return { ...how, access };
}

/** Starts PostgreSQL and waits until it responds, whatever a killed predecessor left behind. */
export async function started(
  what: { site: ClusterLocation; binaries: PostgresBinaries; access: ClusterAccess },
  options: Options,
): Promise<{ access: ClusterAccess; presence: DatabaseClient }> {
  const { site, binaries } = what;
  const cluster = join(site.home, 'cluster');
  let { access } = what;
  let process: Awaited<ReturnType<typeof startPostmaster>>['process'] | undefined;
  const began = performance.now();
  let listened = began;
  for (;;) {
    const answer = access.host === '' ? 'silent' : await attempt(access);
    if (answer instanceof DatabaseClient) return { access, presence: answer };
    const now = performance.now();
    if (answer === 'starting') listened = now;
    const ours = process !== undefined && process.exitCode === null && process.signalCode === null;
    if (answer === 'silent' && !ours) {
      if (!(await postmasterAlive(cluster))) {
        if (process && now - began > RETRY_MS) break;
        if (process) await wait(RETRY_MS / 40);
        const start = await startPostmaster(site, binaries, { durable: options.durable ?? true });
        process = start.process;
        access = { ...access, ...start.endpoint };
        await writeAccess(site.home, access);
      } else if (now - listened > DEAF_MS) {
        await stopPostmaster(site, binaries);
        listened = performance.now();
      }
    }
    if (now - began > START_WAIT_MS) break;
    await wait(START_POLL_MS);
  }
  throw new StartupError([{ text: notStarted(site.home, await endOfLog(site)) }]);
}

/** Connects; otherwise reports that PostgreSQL is still starting, or that nothing listens. */
async function attempt(access: ClusterAccess): Promise<DatabaseClient | 'starting' | 'silent'> {
  const settings = connectionAs('facturier_owner', access);
  const client = new DatabaseClient({ ...settings, application_name: PRESENCE, keepAlive: true });
  // Without a listener, a broken connection would end the process; we react to the 'end' event that
  // follows.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const { code } = error as { code?: string };
    if (code === CANNOT_CONNECT_NOW) return 'starting';
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent';
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === undefined) return 'starting';
    throw error;
  }
}

const CANNOT_CONNECT_NOW = '57P03';

/**
 * Closes this process's presence connection, and stops PostgreSQL if no other process is present.
 * Call under the lock.
 */
async function leaving(current: Joined, options: Options): Promise<void> {
  const { presence, site, binaries } = current;
  presence.keepsProcess(true);
  const others = await presence
    .query<{ others: string }>(
      'select count(*) as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
      [PRESENCE],
    )
    .then((result) => Number(result.rows[0]?.others))
    // It no longer responds, so there is nothing to stop.
    .catch(() => undefined);
  await presence.end().catch(() => {});
  if (others !== 0 || options.keepRunning) return;
  await stopPostmaster(site, binaries);
  // Now empty, and recreated at the next start: leave nothing in /tmp.
  await rmdir(current.access.host).catch(() => {});
}

const notStarted = (home: string, words: string) => ({
  fr: `PostgreSQL n’a pas démarré (${home}). Ses derniers messages :\n${words}`,
  en: `PostgreSQL did not start (${home}). Its last messages:\n${words}`,
});
