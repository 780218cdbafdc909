import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Listed, openObjectBucket } from '../db/object-storage/s3-bucket.ts';
import type { ObjectStoreConfig } from '../db/object-storage/sign-request.ts';
import { withRootPrivileges } from '../runtime/privileges/process-rights.ts';

/** Storage of backups: a local folder or a bucket. */
export type BackupStorage = {
  /** Display name without secrets. */
  readonly said: string;
  /** How a command refers to a file in it. */
  readonly address: (name: string) => string;
  /** Writes a file atomically; `over` replaces an existing one, otherwise the name must be free. */
  readonly write: (name: string, bytes: AsyncIterable<Buffer>, options?: { over: boolean }) => Promise<void>;
  /** Content of a file; undefined if it does not exist. */
  readonly read: (name: string) => Promise<AsyncIterable<Buffer> | undefined>;
  readonly has: (name: string) => Promise<boolean>;
  /** Files with this name prefix. */
  readonly list: (prefix: string) => Promise<Listed[]>;
  readonly remove: (name: string) => Promise<void>;
};

/**
 * A folder, created if missing, readable by its owner only. The operator named it, so each access
 * uses the operator's rights if root privileges are suspended.
 */
export function folderStorage(folder: string): BackupStorage {
  return {
    said: folder,
    address: (name) => join(folder, name),
    write: async (name, bytes, { over } = { over: false }) => {
      const file = join(folder, name);
      withRootPrivileges(() => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }));
      // A unique name, so that two writers of the same file do not mix.
      const unfinished = `${file}.${randomBytes(3).toString('hex')}${PART}`;
      try {
        const fd = withRootPrivileges(() => openSync(unfinished, 'wx', 0o600));
        await pipeline(bytes, createWriteStream(unfinished, { fd, flush: true }));
        withRootPrivileges(() => (over ? renameSync(unfinished, file) : taking(unfinished, file)));
        withRootPrivileges(() => synced(dirname(file)));
      } finally {
        withRootPrivileges(() => rmSync(unfinished, { force: true }));
      }
    },
    read: async (name) => {
      const fd = withRootPrivileges(() => (isFile(join(folder, name)) ? openSync(join(folder, name), 'r') : undefined));
      return fd === undefined ? undefined : createReadStream('', { fd });
    },
    has: async (name) => withRootPrivileges(() => isFile(join(folder, name))),
    list: async (prefix) => withRootPrivileges(() => listed(folder, prefix)),
    remove: async (name) => withRootPrivileges(() => rmSync(join(folder, name), { force: true })),
  };
}

/** A bucket of an S3-compatible store. */
export function bucketStorage(given: ObjectStoreConfig): BackupStorage {
  const bucket = openObjectBucket(given);
  return {
    ...bucket,
    address: (name) => `s3://${[given.bucket, given.prefix, name].filter(Boolean).join('/')}`,
    said: [given.endpoint, given.bucket, given.prefix].filter(Boolean).join('/'),
    write: async (name, bytes, { over } = { over: false }) => {
      if (!over && (await bucket.has(name)))
        throw Object.assign(new Error(`${name} already exists`), { code: 'EEXIST' });
      await bucket.write(name, bytes);
    },
  };
}

/** Suffix of incomplete files. */
const PART = '.part';

/** Files in the folder of the prefix, without subfolders. */
function listed(folder: string, prefix: string): Listed[] {
  const within = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const names = existsSync(join(folder, within)) ? readdirSync(join(folder, within)) : [];
  return names.flatMap((last) => {
    const name = within + last;
    if (!name.startsWith(prefix) || name.endsWith(PART)) return [];
    // Another process may have just deleted it.
    const known = statSync(join(folder, name), { throwIfNoEntry: false });
    return known?.isFile() ? [{ name, bytes: known.size, at: known.mtimeMs }] : [];
  });
}

/** Fails if the name is taken, which a rename would not. */
function taking(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    // Some file systems have no hard links: check, then rename.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    if (isFile(file)) throw Object.assign(new Error(`${file} already exists`), { code: 'EEXIST' });
    renameSync(part, file);
  }
}

/** Syncs the folder so that the new name survives a power failure. Not available on Windows. */
function synced(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
