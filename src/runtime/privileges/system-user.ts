import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';

const run = promisify(execFile);

/** The user that runs a program: empty for the current user, or uid and gid. */
export type RunAs = { readonly uid?: number; readonly gid?: number };

/** A system user, by its numeric ids. */
export type MachineUser = Required<RunAs>;

/** System user that runs PostgreSQL when Facturier is started by root. */
const SYSTEM_USER = 'facturier';

/** Whether this process has root privileges, with which PostgreSQL refuses to run. */
export function startedByRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * The system user `facturier`, created if missing. Refuses with a remedy if it cannot be created.
 */
export async function systemUser(home: string): Promise<MachineUser> {
  const known = await lookUp();
  if (known) return known;
  const failures: unknown[] = [];
  for (const [command, args] of creations(home)) {
    try {
      await run(command, args);
    } catch (error) {
      failures.push(error);
    }
    // Another process may have created it at the same time, so look it up instead of checking the
    // exit code.
    const created = await lookUp();
    if (created) return created;
  }
  throw new StartupError([{ text: notCreated }], { cause: failures });
}

/**
 * Owner of a folder made by an ordinary user in which root now works; undefined if root owns it.
 */
export async function ownerOf(folder: string): Promise<MachineUser | undefined> {
  const { uid, gid } = await lstat(folder);
  return uid === 0 ? undefined : { uid, gid };
}

async function lookUp(): Promise<MachineUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', SYSTEM_USER]), run('id', ['-g', SYSTEM_USER])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * Commands to create the user on the two families of Linux (the second is BusyBox, as in Alpine).
 */
function creations(home: string): [string, string[]][] {
  const shell = '/usr/sbin/nologin';
  return [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', home, '--shell', shell, SYSTEM_USER]],
    ['adduser', ['-S', '-D', '-H', '-h', home, '-s', '/sbin/nologin', SYSTEM_USER]],
  ];
}

const notCreated = {
  fr: `PostgreSQL ne s’exécute jamais en root, et l’utilisateur système « ${SYSTEM_USER} » n’a pas pu être créé. Créez-le, lancez Facturier avec un utilisateur ordinaire, ou indiquez un autre serveur dans DATABASE_URL.`,
  en: `PostgreSQL never runs as root, and the system user "${SYSTEM_USER}" could not be created. Create it, start Facturier as an ordinary user, or set DATABASE_URL to another server.`,
};
