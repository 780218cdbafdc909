import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/** Those who log in: one makes roles, one owns and migrates, one serves and owns nothing, one copies the whole cluster. */
export type Login = 'postgres' | 'facturier_owner' | 'facturier_app' | typeof COPIER;

/** Who copies the cluster by the replication protocol, and may do nothing else. */
export const COPIER = 'facturier_backup';

/** How to reach the embedded PostgreSQL. Kept beside the cluster, readable by the one who runs it (and root) alone. */
export type ClusterAccess = {
  /** Folder of the Unix socket, or the loopback address on Windows. */
  readonly host: string;
  readonly port: number;
  /** Clusters made before copies were have none for the copier, until their next start. */
  readonly passwords: Readonly<Record<Exclude<Login, typeof COPIER>, string> & { [COPIER]?: string }>;
};

/** What `pg`'s Pool and Client take to connect. */
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
 * The access kept in this folder, or undefined where there is no complete cluster. Refuses a file that was emptied or
 * garbled, naming it: without its passwords nobody opens the database, and a new one would be empty.
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

/** Keeps the access in this folder, whole or not at all. */
export async function writeAccess(home: string, access: ClusterAccess): Promise<void> {
  const file = join(home, FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Settings to connect as one of them, to the database of the documents unless another is named. */
export function connectionAs(login: Login, access: ClusterAccess, database = DATABASE): ConnectionSettings {
  const { host, port, passwords } = access;
  return { host, port, user: login, password: passwords[login] ?? '', database };
}

const unreadable = (file: string) => ({
  fr: `le fichier ${file} ne contient plus les mots de passe de la base. Restaurez-le d’une sauvegarde du dossier de données ; ne supprimez rien avant : les documents sont dans le dossier voisin, cluster.`,
  en: `the file ${file} no longer holds the passwords of the database. Restore it from a backup of the data folder; delete nothing before: the documents are in the folder next to it, cluster.`,
});
