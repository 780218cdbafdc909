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
 * Makes the cluster of this site: initialized, with its roles and its empty database. Everything is made in a folder
 * beside and appears by one rename, so that a process killed on the way leaves nothing that looks like a database.
 * Call it under the lock, where there is no cluster yet.
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

/** Makes the empty folder in which a cluster becomes whole, beside where it will be. */
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

/** Runs one of PostgreSQL's programs to its end, as the database user. Refuses with what it said when it fails. */
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

/** Nothing of the caller's: PGDATA, PGPORT and the like would lead PostgreSQL elsewhere, a locale may be missing. */
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
  // The order of characters comes from PostgreSQL itself: a system's own locale changes with its updates, and with it
  // the order an index was built in.
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

/** The configuration of a cluster as we make it. */
export const POSTGRESQL_CONF = `include '../facturier.conf'\n# Settings of your own go below; they win over those of Facturier.\n`;
export const PG_HBA_CONF = `local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n`;

/**
 * Roles and database, one statement a line as the single-user mode reads them. The owner may create roles, for a
 * migration makes some, and may act as the application, for a server that is given the owner's address does.
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

/** Removes what killed starts left: of this home at once, of another home beside it when it has surely been given up. */
async function removeUnfinished(home: string): Promise<void> {
  const names = await readdir(dirname(home));
  const left = names.filter((name) => name.includes(UNFINISHED));
  await Promise.allSettled(
    left.map(async (name) => {
      const path = join(dirname(home), name);
      const ageMs = Date.now() - (await stat(path)).mtimeMs;
      // An initialization may outlive the start that was killed; it fails in its own folder and harms nobody.
      if (path.startsWith(home + UNFINISHED) || ageMs > GIVEN_UP_MS) await rm(path, { recursive: true, maxRetries: 3 });
    }),
  );
}

const failed = (name: string, words: string) => ({
  fr: `la préparation de PostgreSQL a échoué (${name}) : ${words}`,
  en: `PostgreSQL could not be prepared (${name}): ${words}`,
});
