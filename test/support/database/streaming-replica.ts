import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { baseBackup } from '../../../src/backup/base-backup.ts';
import { migrate } from '../../../src/db/migrate.ts';
import {
  type ClusterLocation,
  clusterSite,
  recordClusterLocation,
  writeShared,
} from '../../../src/runtime/cluster/cluster-location.ts';
import { createUnfinishedCluster } from '../../../src/runtime/cluster/create-cluster.ts';
import {
  type ConnectionSettings,
  connectionAs,
  readAccess,
  writeAccess,
} from '../../../src/runtime/cluster/credentials.ts';
import {
  type EmbeddedDatabase,
  openEmbeddedDatabase,
  started,
} from '../../../src/runtime/cluster/embedded-database.ts';
import { postgresBinaries } from '../../../src/runtime/cluster/postgres-binaries.ts';
import { quickFolder } from '../runner/memory-folder.ts';
import { clusterHome, killPostgres } from './own-postgres.ts';
import { discardDataFolder } from './test-cluster.ts';
import type { FreshDatabase } from './test-database.ts';

type Socket = Extract<ConnectionSettings, { host: string }>;

/** A PostgreSQL with a migrated database, and a replica that streams from it. */
export type Streaming = {
  /** Only the migrated database. */
  readonly primary: FreshDatabase;
  readonly primaryFolder: string;
  readonly replica: {
    /** The replica’s database in the serving role, and its URL for READ_DATABASE_URL. */
    readonly serving: Socket;
    readonly address: string;
    /** Queries it as its superuser. */
    readonly ask: (text: string) => Promise<pg.QueryResult>;
    /** Changes or resets a setting. */
    readonly set: (name: string, value?: string) => Promise<void>;
    /** Pauses and resumes replay, so that the lag does not depend on timing. */
    readonly pause: () => Promise<void>;
    readonly resume: () => Promise<void>;
    /** Kills it as in a power cut and starts it again. */
    readonly kill: () => Promise<void>;
    readonly start: () => Promise<void>;
    /** Stops and resumes all its processes. */
    readonly freeze: () => Promise<void>;
    readonly thaw: () => Promise<void>;
  };
  /** Waits until the replica shows everything committed so far. */
  readonly caughtUp: () => Promise<void>;
  readonly discard: () => Promise<void>;
};

/**
 * Both use only the programs of the embedded PostgreSQL: the copy uses the replication protocol, as
 * backups do.
 */
export async function streamingReplica(): Promise<Streaming> {
  const primaryFolder = await mkdtemp(join(quickFolder(), 'facturier primary '));
  const folder = await mkdtemp(join(quickFolder(), 'facturier replica '));
  const cluster = await openEmbeddedDatabase(primaryFolder, { durable: false });
  await migrate(cluster.ownerUrl);
  const superuser = new pg.Client(cluster.superuser);
  await superuser.connect();
  // No fsync, but commits still wait until the log is sent.
  await superuser.query('alter system set synchronous_commit = on');
  await superuser.query('select pg_reload_conf()');
  await copied(cluster, folder);
  await begun(folder);
  const admin = new pg.Pool({ ...(await accessAs(folder, 'postgres')), max: 1 });
  admin.on('error', () => {});
  const ask = (text: string): Promise<pg.QueryResult> => admin.query(text);
  await until(() => ask('select pg_is_in_recovery() as is'));
  const serving = await accessAs(folder, 'facturier_app');
  const owner = await accessAs(folder, 'facturier_owner');
  return {
    primary: {
      ...cluster,
      databaseUrl: addressOf(cluster.ownerUrl as Socket),
      drop: async () => {},
      leave: async () => {},
    },
    primaryFolder,
    replica: {
      serving,
      address: addressOf(owner),
      ask,
      set: async (name, value) => {
        await ask(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`);
        await ask('select pg_reload_conf()');
      },
      pause: async () => {
        await ask('select pg_wal_replay_pause()');
        await until(() => ask("select pg_get_wal_replay_pause_state() = 'paused' as is"));
      },
      resume: async () => void (await ask('select pg_wal_replay_resume()')),
      kill: () => killPostgres(folder),
      start: async () => {
        await begun(folder);
        await until(() => ask('select true as is'));
      },
      freeze: () => signalled(folder, 'SIGSTOP'),
      thaw: () => signalled(folder, 'SIGCONT'),
    },
    caughtUp: async () => {
      const { rows } = await superuser.query('select pg_current_wal_insert_lsn() as lsn');
      await until(() => ask(`select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as is`));
    },
    discard: async () => {
      await Promise.all([admin.end(), superuser.end()]);
      await killPostgres(folder);
      await discardDataFolder(folder);
      await cluster.leave();
      await discardDataFolder(primaryFolder);
    },
  };
}

/** A copy of the cluster as the folder of a replica. */
async function copied(cluster: EmbeddedDatabase, folder: string): Promise<void> {
  const site = await clusterSite(folder);
  const home = await createUnfinishedCluster(site);
  const copying = cluster.copying as Socket;
  const members = baseBackup({ connection: copying, cluster: join(cluster.home as string, 'cluster') });
  for await (const member of members) {
    // Its name begins with the folder of the cluster.
    const path = join(home, member.name);
    if ('bytes' in member) await writeFile(path, member.bytes, { mode: 0o600 });
    else await mkdir(path, { recursive: true, mode: 0o700 });
  }
  const { user, password, host, port } = copying;
  const follows = `user=${user} password=${password} host=''${host.replaceAll("'", "\\''")}'' port=${port}`;
  const settings = `primary_conninfo = '${follows}'\nwal_receiver_status_interval = 1\n`;
  await appendFile(join(home, 'cluster', 'postgresql.auto.conf'), settings);
  await writeFile(join(home, 'cluster', 'standby.signal'), '');
  await writeShared(join(home, 'facturier.conf'), '', site.runAs);
  giveTo(site, home);
  const access = await readAccess(cluster.home as string);
  if (access) await writeAccess(home, { ...access, host: '' });
  await rename(home, site.home);
  await recordClusterLocation(site);
}

function giveTo({ runAs: { uid, gid } }: ClusterLocation, home: string): void {
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, join(home, 'cluster')]);
}

/**
 * Starts the PostgreSQL of a folder and waits until it answers. It is not restarted after a kill.
 */
async function begun(folder: string): Promise<void> {
  const site = await clusterSite(folder);
  const access = await readAccess(site.home);
  if (!access) throw new Error('this folder has no cluster');
  const binaries = await postgresBinaries({ copyInto: site.copyBinariesInto });
  const { presence } = await started({ site, binaries, access }, { durable: false });
  await presence.end();
}

async function accessAs(folder: string, login: Parameters<typeof connectionAs>[0]): Promise<Socket> {
  const access = await readAccess(await clusterHome(folder));
  if (!access) throw new Error('this folder has no cluster');
  return connectionAs(login, access, 'facturier') as Socket;
}

async function signalled(folder: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const file = await readFile(join(await clusterHome(folder), 'cluster', 'postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(file, 10);
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' }).stdout;
  for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
}

const addressOf = ({ user, password, host, port, database }: Socket): string =>
  `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** Polls until the condition holds. */
async function until(ask: () => Promise<pg.QueryResult>): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    const is = await ask().then(
      ({ rows }) => rows[0]?.is === true,
      () => false,
    );
    if (is) return;
    if (performance.now() > end) throw new Error('the replica did not come so far in a minute');
    await wait(10);
  }
}
