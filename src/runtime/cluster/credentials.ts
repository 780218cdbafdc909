import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/**
 * Login roles: one creates roles, one owns and migrates tables, one serves requests and owns
 * nothing, one makes backups.
 */
export type Login = 'postgres' | 'facturier_owner' | 'facturier_app' | typeof COPIER;

/** The backup role: replication protocol, and the functions that begin and end a backup. */
export const COPIER = 'facturier_backup';

/**
 * How to connect to the embedded PostgreSQL. Stored beside the cluster, readable only by its user
 * and root.
 */
export type ClusterAccess = {
  /** Folder of the Unix socket, or the loopback address on Windows. */
  readonly host: string;
  readonly port: number;
  /** Older clusters have no password for the backup role until their next start. */
  readonly passwords: Readonly<Record<Exclude<Login, typeof COPIER>, string> & { [COPIER]?: string }>;
};

/** Connection settings for `pg`'s Pool and Client. */
export type ConnectionSettings =
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    }
  | { readonly connectionString: string };

const DATABASE = 'facturier';
const FILE = 'access.json';

/** Passwords of a new cluster, 256 random bits each. */
export function newPasswords(): Record<Login, string> {
  return {
    postgres: newPassword(),
    facturier_owner: newPassword(),
    facturier_app: newPassword(),
    [COPIER]: newPassword(),
  };
}

/** 256 random bits, in characters that need no quoting. */
export const newPassword = (): string => randomBytes(32).toString('base64url');

/**
 * The stored access of a cluster; undefined if there is no complete cluster. Refuses an empty or
 * damaged file, naming it: without these passwords the database cannot be opened, and a new one
 * would be empty.
 */
export async function readAccess(home: string): Promise<ClusterAccess | undefined> {
  const file = join(home, FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const access = accessIn(text);
  if (!access) throw new StartupError([{ text: unreadable(file) }]);
  return access;
}

function accessIn(text: string): ClusterAccess | undefined {
  try {
    const { host, port, passwords } = JSON.parse(text) as ClusterAccess;
    const { postgres, facturier_owner, facturier_app } = passwords;
    const whole = [host, postgres, facturier_owner, facturier_app].every((each) => typeof each === 'string');
    return whole && Number.isInteger(port) ? { host, port, passwords } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the access atomically. */
export async function writeAccess(home: string, access: ClusterAccess): Promise<void> {
  const file = join(home, FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Settings to connect with a role, to the application database by default. */
export function connectionAs(login: Login, access: ClusterAccess, database = DATABASE): ConnectionSettings {
  const { host, port, passwords } = access;
  return { host, port, user: login, password: passwords[login] ?? '', database };
}

const unreadable = (file: string) => ({
  fr: `le fichier ${file} ne contient plus les mots de passe de la base. Restaurez-le d’une sauvegarde du dossier de données ; d’ici là, ne supprimez rien : les documents sont à côté, dans le dossier cluster.`,
  en: `the file ${file} no longer contains the passwords of the database. Restore it from a backup of the data folder; until then delete nothing: the documents are next to it, in the folder cluster.`,
});
