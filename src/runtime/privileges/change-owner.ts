import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceableParentFolder } from './path-access.ts';
import type { MachineUser } from './system-user.ts';

const { O_RDONLY, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = constants;

/**
 * Folders that their user alone writes to, those of a cluster and of the heads of so many accounts: once they are his there is nothing
 * of root's in them.
 */
const ALWAYS_HIS = new Set(['cluster', 'log', 'socket', 'heads']);

/** The one line that root alone may write, as root follows what it says: see `cluster-site.ts`. */
const STAYS_ROOTS = new Set(['postgres-folder']);

/**
 * Gives what root owns in this folder to the user who will work in it, and leaves what belongs to others; permissions
 * stay. Only root may call it, on Linux.
 *
 * The user may be at work in the folder meanwhile, or have been led astray: no link is followed, each file is reached
 * from the folder that is open and not by its path, and a file that has another name elsewhere stays root's.
 */
export function changeOwner(folder: string, user: MachineUser): void {
  // Where somebody else can put another folder in its place, only one that is the user's already is entered.
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

/** Folders and plain files only; a pipe or a socket is not waited for. */
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
      // A link, a socket, or a file that has just gone.
      if (code === 'ELOOP' || code === 'ENOENT' || code === 'ENXIO') return undefined;
      throw error;
    }
  }
  return undefined;
}
