import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import type { RunAs } from '../privileges/system-user.ts';
import {
  type ClusterLocation,
  clusterSite,
  prepareDataFolder,
  recordClusterLocation,
  writeShared,
} from './cluster-location.ts';
import { createUnfinishedCluster, PG_HBA_CONF, POSTGRESQL_CONF, runProgram } from './create-cluster.ts';
import { type ClusterAccess, type Login, newPasswords, writeAccess } from './credentials.ts';
import { postgresBinaries, program } from './postgres-binaries.ts';
import { SOCKET_PORT } from './socket-folder.ts';

/** How far to recover: to the end of the WAL in the backup, or to this time. */
export type RecoveryTarget = { readonly time?: Date };

/**
 * Creates a cluster from a backup in an empty data folder: `fill` writes the files and the
 * available WAL into the given folder. PostgreSQL then replays the WAL on a new timeline and gets
 * new passwords; the old ones stop working. Created by one rename, or not at all.
 */
export async function restoreCluster(
  dataFolder: string,
  given: { fill: (cluster: string) => Promise<void>; target?: RecoveryTarget },
): Promise<void> {
  const folder = await prepareDataFolder(dataFolder);
  await withFileLock(join(folder, 'postgres.lock'), async () => {
    const site = await clusterSite(folder);
    const unfinished = await createUnfinishedCluster(site);
    try {
      const cluster = join(unfinished, 'cluster');
      await given.fill(cluster);
      await configuredAnew(cluster);
      await giveTo(cluster, site.runAs);
      const passwords = newPasswords();
      await recover(unfinished, { site, passwords, target: given.target ?? {} });
      const access: ClusterAccess = { host: '', port: SOCKET_PORT, passwords };
      await writeAccess(unfinished, access);
      await rename(unfinished, site.home);
      await recordClusterLocation(site);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
      throw error;
    }
  });
}

/**
 * Files that control what runs or who may connect, and what replaces them on restore. PostgreSQL
 * never reads the backup's versions, which could name a command or open access.
 */
const CONFIGURATION: Readonly<Record<string, string>> = {
  'postgresql.conf': POSTGRESQL_CONF,
  'postgresql.auto.conf': '',
  'pg_hba.conf': PG_HBA_CONF,
  'pg_ident.conf': '',
};
/** The operator's old postgresql.conf, kept for reference. */
const AS_COPIED = 'postgresql.conf.copied';
/** Files that control start or recovery, or link outside the folder: not restored. */
const LEFT_BEHIND = [
  'recovery.signal',
  'standby.signal',
  'recovery.conf',
  'tablespace_map',
  'postmaster.opts',
  'postmaster.pid',
];

async function configuredAnew(cluster: string): Promise<void> {
  for (const name of LEFT_BEHIND) await rm(join(cluster, name), { recursive: true, force: true });
  const copied = await readFile(join(cluster, 'postgresql.conf'), 'utf8').catch(() => POSTGRESQL_CONF);
  for (const [name, text] of Object.entries(CONFIGURATION)) {
    await rm(join(cluster, name), { recursive: true, force: true });
    await writeFile(join(cluster, name), text, { mode: 0o600 });
  }
  await rm(join(cluster, AS_COPIED), { recursive: true, force: true });
  if (copied !== POSTGRESQL_CONF) await writeFile(join(cluster, AS_COPIED), copied, { mode: 0o600 });
}

async function recover(
  home: string,
  given: { site: ClusterLocation; passwords: Record<Login, string>; target: RecoveryTarget },
): Promise<void> {
  const { site, passwords, target } = given;
  const { runAs } = site;
  const cluster = join(home, 'cluster');
  const binaries = await postgresBinaries({ copyInto: site.copyBinariesInto });
  await writeShared(join(home, 'facturier.conf'), '', runAs);
  const settings: Record<string, string> = {
    // All WAL is already in pg_wal: fetch nothing.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // Single-user mode does not support hot standby.
    hot_standby: 'off',
    exit_on_error: 'on',
  };
  await writeOwned(join(cluster, 'recovery.signal'), '', runAs);
  const play = (also: Record<string, string>): Promise<void> => {
    const options = Object.entries({ ...settings, ...also }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // Single-user mode does not listen, so there is no login before the passwords are new.
    return runProgram(program(binaries, 'postgres'), ['--single', '-D', cluster, ...options, 'postgres'], {
      runAs,
      folder: cluster,
      input: newLogins(passwords),
    });
  };
  if (!target.time) return play({});
  // Time zone names are not loaded yet, and Z is one.
  const time = target.time.toISOString().replace('T', ' ').replace('Z', '+00');
  await play({ recovery_target_time: time }).catch((error: Error) => {
    // Nothing was committed after that time, so the end of the WAL is the requested state.
    if (!/recovery ended before configured recovery target was reached/.test(error.message)) throw error;
    return play({});
  });
}

/** One statement per line, as single-user mode requires. */
const newLogins = (passwords: Record<Login, string>): string =>
  [...Object.entries(passwords).map(([login, password]) => `alter role ${login} password '${password}';`), ''].join(
    '\n',
  );

async function giveTo(folder: string, owner: RunAs): Promise<void> {
  if (owner.uid === undefined || owner.gid === undefined) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
}

async function writeOwned(file: string, content: string, owner: RunAs): Promise<void> {
  await writeFile(file, content, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(file, owner.uid, owner.gid);
}
