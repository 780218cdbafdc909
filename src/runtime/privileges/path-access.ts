import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MachineUser } from './system-user.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** Program folder, quoted for a shell. */
export const PROGRAM_FOLDER = `'${PROJECT.replace(/\/$/, '').replaceAll("'", String.raw`'\''`)}'`;

/** Whether this user may enter the program folder. */
export const mayEnterProgram = (user: MachineUser): boolean => mayReach(join(PROJECT, 'package.json'), user);

/** Paths read at run time, in addition to packages. */
const READ_LATER = ['src', 'web/dist', 'migrations', 'fonts', 'package.json', 'node_modules/.cache/facturier'];

/**
 * Whether this user can reach this path through all its parent folders. Only root can check another
 * user.
 */
export function mayReach(path: string, user: MachineUser): boolean {
  return unreached([path], user) === undefined;
}

/**
 * The first program file this user cannot read, because code is loaded on demand and printer
 * processes start long after root privileges are dropped. Undefined if all are readable.
 */
export function unreadableProgramFile(user: MachineUser): string | undefined {
  if (readers.has(user.uid)) return undefined;
  // List with our own rights: the user may not even be able to enter the clone, for instance in
  // root's home.
  const files = [process.execPath, ...READ_LATER, ...packageFiles()].map((name) => resolve(PROJECT, name));
  const unread = acting(user, () => firstUnread(files));
  if (unread === undefined) readers.add(user.uid);
  return unread;
}

/** Users that can read the whole program, cached: a check reads 2,000 files. */
const readers = new Set<number>();

/** Whether this user can read the file. */
export const mayRead = (file: string, user: MachineUser): boolean =>
  acting(user, () => firstUnread([file])) === undefined;

/**
 * The first parent folder in which a user other than root could replace entries: what root hands
 * over there may be another folder a moment later. In sticky folders like /tmp only owners can
 * replace entries.
 */
export function replaceableParentFolder(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, mode } = lstatSync(folder);
    const sticky = (mode & 0o1000) !== 0;
    if (uid !== 0 || ((mode & 0o022) !== 0 && !sticky)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Runs a check as this user, synchronously, so that nothing else runs meanwhile. `access` would
 * check the user who started the process.
 */
function acting<T>(user: MachineUser, work: () => T): T {
  const { getgroups, setgroups, setegid, seteuid } = process;
  if (!getgroups || !setgroups || !setegid || !seteuid) throw new Error('this system cannot switch users');
  const groups = getgroups();
  setgroups([user.gid]);
  setegid(user.gid);
  seteuid(user.uid);
  try {
    return work();
  } finally {
    seteuid(0);
    setegid(0);
    setgroups(groups);
  }
}

const unreached = (paths: readonly string[], user: MachineUser): string | undefined =>
  acting(user, () => paths.find((path) => !isAllowed(() => statSync(path))));

function firstUnread(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const unread = unreadIn(path, () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
    if (unread !== undefined) return unread;
  }
  return undefined;
}

/**
 * The directory listing tells which entries are folders: a stat for each of 3,000 files would take
 * a twentieth of the start.
 */
function unreadIn(path: string, isFolder: () => boolean): string | undefined {
  if (!isAllowed(() => closeSync(openSync(path, 'r')))) return path;
  if (!isFolder()) return undefined;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    // Tests are never loaded.
    if (entry.name.endsWith('.test.ts')) continue;
    const unread = unreadIn(join(path, entry.name), () => entry.isDirectory());
    if (unread !== undefined) return unread;
  }
  return undefined;
}

/**
 * One file per package: npm gives all files of a package the same permissions. Those of the npm
 * package `facturier` are beside it.
 */
function packageFiles(): string[] {
  const root = [PROJECT, join(PROJECT, '../..')].find((folder) => existsSync(join(folder, PACKAGES)));
  if (root === undefined) return ['node_modules'];
  const { packages } = JSON.parse(readFileSync(join(root, PACKAGES), 'utf8')) as { packages: Record<string, unknown> };
  return Object.keys(packages).map((folder) => join(root, folder, 'package.json'));
}

/** The record of what npm installed. */
const PACKAGES = 'node_modules/.package-lock.json';

/** Whether access is not denied. A package that is listed but not installed counts as readable. */
function isAllowed(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
