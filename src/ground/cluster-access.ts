import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The three who log in: one makes roles, one owns and migrates, one serves and owns nothing. */
export type Login = 'postgres' | 'facturier_owner' | 'facturier_app';

/** How to reach the embedded PostgreSQL. Kept beside the cluster, readable by the one who runs it (and root) alone. */
export type ClusterAccess = {
  /** Folder of the Unix socket, or the loopback address on Windows. */
  readonly host: string;
  readonly port: number;
  readonly passwords: Readonly<Record<Login, string>>;
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
  const password = () => randomBytes(32).toString('base64url');
  return { postgres: password(), facturier_owner: password(), facturier_app: password() };
}

/** The access kept in this folder, or undefined where there is no complete cluster. */
export async function readAccess(home: string): Promise<ClusterAccess | undefined> {
  try {
    return JSON.parse(await readFile(join(home, FILE), 'utf8')) as ClusterAccess;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps the access in this folder, whole or not at all. */
export async function writeAccess(home: string, access: ClusterAccess): Promise<void> {
  const file = join(home, FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Settings to connect as one of the three, to the database of the documents unless another is named. */
export function connectionAs(login: Login, access: ClusterAccess, database = DATABASE): ConnectionSettings {
  return { host: access.host, port: access.port, user: login, password: access.passwords[login], database };
}
