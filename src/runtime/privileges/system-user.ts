import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';

const run = promisify(execFile);

/** Whom a program runs as: nobody else (an ordinary user runs it as himself), or this user of the machine. */
export type RunAs = { readonly uid?: number; readonly gid?: number };

/** A user of the machine, by the numbers the system knows him by. */
export type MachineUser = Required<RunAs>;

/** Name of the system user whom PostgreSQL runs as when Facturier is started by root. */
const SYSTEM_USER = 'facturier';

/** True where this process has root's rights, with which PostgreSQL refuses to run. */
export function startedByRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** The system user `facturier`, created when missing. Refuses, with what to do, where it cannot be created. */
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
    // Another process may have created it in the same instant, so the look-up decides and not the exit code.
    const created = await lookUp();
    if (created) return created;
  }
  throw new StartupError([{ text: notCreated }], { cause: failures });
}

/** The owner of a folder that an ordinary user made, when root now works in it; nothing when root owns it too. */
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

/** The same user in the words of the two families of Linux (the second is BusyBox, as in Alpine). */
function creations(home: string): [string, string[]][] {
  const shell = '/usr/sbin/nologin';
  return [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', home, '--shell', shell, SYSTEM_USER]],
    ['adduser', ['-S', '-D', '-H', '-h', home, '-s', '/sbin/nologin', SYSTEM_USER]],
  ];
}

const notCreated = {
  fr: `PostgreSQL ne s’exécute jamais en root et l’utilisateur système « ${SYSTEM_USER} » n’a pas pu être créé. Créez-le, ou lancez Facturier avec un utilisateur ordinaire, ou indiquez un autre serveur dans DATABASE_URL.`,
  en: `PostgreSQL never runs as root and the system user "${SYSTEM_USER}" could not be created. Create it, or start Facturier as an ordinary user, or name another server in DATABASE_URL.`,
};
