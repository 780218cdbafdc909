import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { holdFileLock } from './file-lock.mjs';
import { isWritable, projectPath } from './install.mjs';

/** A short hash of all inputs of a build: the `wanted` files of folders, and files by name. */
export function hashOf(folders, wanted, others) {
  const hash = createHash('sha256');
  const files = folders
    .flatMap((folder) => readdirSync(projectPath(folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(wanted)
    .sort();
  for (const file of files)
    hash
      .update(relative(projectPath('.'), file))
      .update('\0')
      .update(readFileSync(file));
  for (const file of others) hash.update('\0').update(readFileSync(projectPath(file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Makes sure `folder` contains the build with this name and returns its path. `make` builds into
 * the folder it is given, in one launcher at a time, and returns whether it succeeded. Undefined if
 * the build fails or the folder is not writable.
 */
export async function buildCached({ folder, name, lock, kept = [] }, make) {
  const made = projectPath(`${folder}/${name}`);
  const isMade = () => existsSync(made);
  if (isMade()) return made;
  const making = `${made}.new`;
  try {
    await holdFileLock(projectPath(lock), async () => {
      if (isMade()) return;
      // Checked first: in a read-only place Node reports a missing folder (ENOENT) as missing.
      if (!isWritable(existing(folder))) return;
      rmSync(making, { recursive: true, force: true });
      mkdirSync(projectPath(folder), { recursive: true });
      if (!(await make(making))) return;
      forgetOlder(projectPath(folder), [`${name}.new`, ...kept]);
      renameSync(making, made);
    });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
  return isMade() ? made : undefined;
}

/** The folder, or the nearest one above it that exists. */
function existing(folder) {
  const path = projectPath(folder);
  return existsSync(path) ? path : existing(dirname(path));
}

/** Keeps the previous build for processes that still use it; deletes older ones. */
function forgetOlder(folder, kept) {
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !kept.includes(entry.name))
    .map(({ name }) => ({ name, madeMs: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { name } of others.slice(1)) rmSync(join(folder, name), { recursive: true, force: true });
}
