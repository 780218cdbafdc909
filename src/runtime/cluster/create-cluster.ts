import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../../startup-error.ts';
import { startAs } from '../privileges/process-rights.ts';
import type { RunAs } from '../privileges/system-user.ts';
import { backupRoleOptions } from './backup-role.ts';
import {
  type ClusterLocation,
  privateFolder,
  recordClusterLocation,
  sharedFolder,
  writeShared,
} from './cluster-location.ts';
import { type ClusterAccess, type Login, newPasswords, writeAccess } from './credentials.ts';
import { type PostgresBinaries, program } from './postgres-binaries.ts';
import { SOCKET_PORT } from './socket-folder.ts';

/**
 * Creates the cluster: initialized, with roles and an empty database. It is built in a temporary
 * folder and renamed once, so that a killed process leaves nothing that looks like a database. Call
 * under the lock, if there is no cluster yet.
 */
export async function createCluster(site: ClusterLocation, binaries: PostgresBinaries): Promise<ClusterAccess> {
  const passwords = newPasswords();
  const access: ClusterAccess = { host: '', port: SOCKET_PORT, passwords };
  const unfinished = await createUnfinishedCluster(site);
  await initialize(unfinished, { passwords, binaries, runAs: site.runAs });
  await writeAccess(unfinished, access);
  await rename(unfinished, site.home);
  await recordClusterLocation(site);
  return access;
}

/** Creates the temporary folder for a new cluster, beside its final location. */
export async function createUnfinishedCluster(site: ClusterLocation): Promise<string> {
  await removeUnfinished(site.home);
  const unfinished = `${site.home}${UNFINISHED}${randomBytes(4).toString('hex')}`;
  await sharedFolder(unfinished, site.runAs);
  await privateFolder(join(unfinished, 'log'), site.runAs);
  await privateFolder(join(unfinished, 'cluster'), site.runAs);
  return unfinished;
}

const UNFINISHED = '.unfinished-';
const GIVEN_UP_MS = 60 * 60 * 1000;

/** Runs a PostgreSQL program as the database user. On failure throws with its output. */
export async function runProgram(
  path: string,
  args: readonly string[],
  how: { runAs: RunAs; folder: string; input?: string },
): Promise<void> {
  const child = startAs(how.runAs, (runAs) =>
    spawn(path, args, { ...runAs, cwd: how.folder, env: cleanEnvironment(), stdio: 'pipe' }),
  );
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.on('error', () => {});
  child.stdin.end(how.input ?? '');
  const [code] = (await once(child, 'close').catch((error: unknown) => [error])) as [unknown];
  if (code === 0) return;
  const words = (await said).join('\n').trim();
  throw new StartupError([{ text: failed(basename(path), code instanceof Error ? code.message : words) }]);
}

/**
 * A clean environment: PGDATA, PGPORT and the like would redirect PostgreSQL, and the locale may be
 * missing.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  const kept = { PATH, SystemRoot, TEMP, TMP };
  return { ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)), LC_ALL: 'C' };
}

async function initialize(
  home: string,
  given: { passwords: Record<Login, string>; binaries: PostgresBinaries; runAs: RunAs },
): Promise<void> {
  const { passwords, binaries, runAs } = given;
  const cluster = join(home, 'cluster');
  const passwordFile = join(home, 'password');
  await writeShared(passwordFile, passwords.postgres, runAs);
  // Use PostgreSQL's builtin collation: the system locale may change with updates, and with it the
  // sort order of existing indexes.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await runProgram(program(binaries, 'initdb'), ['-D', cluster, ...locale, ...login, '--no-instructions'], {
    runAs,
    folder: home,
  });
  await rm(passwordFile);
  await writeShared(join(home, 'facturier.conf'), '', runAs);
  await writeFile(join(cluster, 'postgresql.conf'), POSTGRESQL_CONF);
  await writeFile(join(cluster, 'pg_hba.conf'), PG_HBA_CONF);
  await runProgram(program(binaries, 'postgres'), ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'], {
    runAs,
    folder: cluster,
    input: foundation(passwords),
  });
}

/** postgresql.conf of a new cluster. */
export const POSTGRESQL_CONF = `include '../facturier.conf'\n# Your own settings go below; they override those of Facturier.\n`;
export const PG_HBA_CONF = `local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n`;

/**
 * Roles and database, one statement per line as single-user mode requires. The owner may create
 * roles, because a migration does, and may act as the application role, because connections with
 * the owner's address switch to it.
 */
function foundation(passwords: Record<Login, string>): string {
  const { facturier_owner: owner, facturier_app: app, facturier_backup: copier } = passwords;
  return [
    `create role facturier_owner login createrole password '${owner}';`,
    `create role facturier_app login nosuperuser nobypassrls password '${app}';`,
    'grant facturier_app to facturier_owner with inherit false, set true, admin true;',
    `create ${backupRoleOptions(copier)};`,
    'create database facturier owner facturier_owner;',
    '',
  ].join('\n');
}

/**
 * Removes leftovers of killed starts: those of this location at once, others once they are
 * certainly abandoned.
 */
async function removeUnfinished(home: string): Promise<void> {
  const names = await readdir(dirname(home));
  const left = names.filter((name) => name.includes(UNFINISHED));
  await Promise.allSettled(
    left.map(async (name) => {
      const path = join(dirname(home), name);
      const ageMs = Date.now() - (await stat(path)).mtimeMs;
      // A killed start's initdb may still run; it fails in its own folder without harm.
      if (path.startsWith(home + UNFINISHED) || ageMs > GIVEN_UP_MS) await rm(path, { recursive: true, maxRetries: 3 });
    }),
  );
}

const failed = (name: string, words: string) => ({
  fr: `la préparation de PostgreSQL a échoué (${name}) : ${words}`,
  en: `PostgreSQL could not be prepared (${name}): ${words}`,
});
