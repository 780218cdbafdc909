import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MachineUser } from './system-user.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of the program, as a shell takes it. */
export const PROGRAM_FOLDER = `'${PROJECT.replace(/\/$/, '').replaceAll("'", String.raw`'\''`)}'`;

/** True where this user may enter the folder of the program. */
export const mayEnterProgram = (user: MachineUser): boolean => mayReach(join(PROJECT, 'package.json'), user);

/** What the service reads while it runs, beside its packages. */
const READ_LATER = ['src', 'web/dist', 'migrations', 'fonts', 'package.json', 'node_modules/.cache/facturier'];

/** True where this user may come to this path through all the folders above it. Only root may ask for another user. */
export function mayReach(path: string, user: MachineUser): boolean {
  return unreached([path], user) === undefined;
}

/**
 * The first file of the program that this user may not read: its code is loaded when it is needed and its print
 * processes start from it, long after root was given up. Undefined where all can be read.
 */
export function unreadableProgramFile(user: MachineUser): string | undefined {
  if (readers.has(user.uid)) return undefined;
  // Listed with our own rights: that user may not even enter the folder of the clone, such as one in root's home.
  const files = [...READ_LATER, ...packageFiles()].map((name) => join(PROJECT, name));
  const unread = acting(user, () => firstUnread(files));
  if (unread === undefined) readers.add(user.uid);
  return unread;
}

/** Users who may read all of the program, as this process found: 2,000 files are looked at once. */
const readers = new Set<number>();

/** True where this user may read the file. */
export const mayRead = (file: string, user: MachineUser): boolean =>
  acting(user, () => firstUnread([file])) === undefined;

/**
 * The first folder above this path whose entries somebody else than root could exchange: what root hands over there may
 * be another folder a moment later. In a folder like /tmp (sticky) nobody exchanges what is not his.
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
 * Asks the system as this user and comes back. It is one stroke, so that nothing else happens meanwhile; `access` would
 * not do, for it asks about whoever started the process.
 */
function acting<T>(user: MachineUser, work: () => T): T {
  const { getgroups, setgroups, setegid, seteuid } = process;
  if (!getgroups || !setgroups || !setegid || !seteuid) throw new Error('this system has no users to act as');
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

/** A folder says which of its entries are folders: to ask it of each of 3,000 files would be a twentieth of a start. */
function unreadIn(path: string, isFolder: () => boolean): string | undefined {
  if (!isAllowed(() => closeSync(openSync(path, 'r')))) return path;
  if (!isFolder()) return undefined;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    // No service loads a test.
    if (entry.name.endsWith('.test.ts')) continue;
    const unread = unreadIn(join(path, entry.name), () => entry.isDirectory());
    if (unread !== undefined) return unread;
  }
  return undefined;
}

/** One file of each package: npm writes all the files of one with the same permissions. */
function packageFiles(): string[] {
  const lock = join(PROJECT, 'node_modules', '.package-lock.json');
  if (!existsSync(lock)) return ['node_modules'];
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, unknown> };
  return Object.keys(packages).map((folder) => join(folder, 'package.json'));
}

/** Whether nobody forbids it: a package that npm lists and left out is nobody's to read. */
function isAllowed(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
