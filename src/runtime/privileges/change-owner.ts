import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseUser, prepareDataFolder } from '../cluster/cluster-location.ts';
import { replaceableParentFolder } from './path-access.ts';
import { type MachineUser, startedByRoot } from './system-user.ts';

const { O_RDONLY, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = constants;

/**
 * Folders that only the user writes to (cluster, recorded heads of audit chains, with very many
 * files). Once handed over they contain nothing of root's.
 */
const ALWAYS_HIS = new Set(['cluster', 'log', 'socket', 'heads']);

/** File that only root may write, because root follows it: see `cluster-location.ts`. */
const STAYS_ROOTS = new Set(['postgres-folder']);

/**
 * Gives files that root owns in this folder to the user who will work there; other owners and
 * permissions stay. Root only, Linux only.
 * The user may be active or compromised meanwhile: links are not followed, each file is reached
 * through its open folder instead of its path, and a file with several hard links stays root's.
 */
export function changeOwner(folder: string, user: MachineUser): void {
  // If another user could replace the folder, only enter it if it already belongs to the user.
  give({ path: folder, name: '', mustBeHis: replaceableParentFolder(folder) !== undefined }, user);
}

type Given = { path: string; name: string; mustBeHis?: boolean };

function give({ path, name, mustBeHis = false }: Given, user: MachineUser): void {
  const fd = opened(path);
  if (fd === undefined) return;
  try {
    const { uid, nlink } = fstatSync(fd.number);
    if (uid !== user.uid && (uid !== 0 || mustBeHis)) return;
    if (uid === 0 && (fd.isFolder || nlink === 1) && !STAYS_ROOTS.has(name)) fchownSync(fd.number, user.uid, user.gid);
    if (!fd.isFolder || (uid === user.uid && ALWAYS_HIS.has(name))) return;
    const here = `/proc/self/fd/${fd.number}`;
    for (const each of readdirSync(here)) give({ path: join(here, each), name: each }, user);
  } finally {
    closeSync(fd.number);
  }
}

/** Opens folders and regular files only, without blocking on a pipe or socket. */
function opened(path: string): { number: number; isFolder: boolean } | undefined {
  for (const kind of [O_DIRECTORY, O_NONBLOCK]) {
    try {
      const number = openSync(path, O_RDONLY | O_NOFOLLOW | kind);
      const is = fstatSync(number);
      if (is.isDirectory() || is.isFile()) return { number, isFolder: is.isDirectory() };
      closeSync(number);
      return undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTDIR') continue;
      // A link, a socket, or a file that was just deleted.
      if (code === 'ELOOP' || code === 'ENOENT' || code === 'ENXIO') return undefined;
      throw error;
    }
  }
  return undefined;
}

/**
 * Creates the backup folder while the process is still root and gives it to the new user if it is
 * empty. A non-empty folder is left alone and must already be writable. Otherwise the folder is
 * created when needed.
 */
export async function prepareBackupFolder(folder: string, dataFolder: string): Promise<void> {
  if (!startedByRoot()) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) return;
  const user = await databaseUser(await prepareDataFolder(dataFolder)).catch(() => undefined);
  if (user) changeOwner(folder, user);
}
