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
import type { ObjectStoreConfig } from '../db/object-storage/object-store-config.ts';
import { type Listed, openObjectBucket } from '../db/object-storage/s3-bucket.ts';
import { withRootPrivileges } from '../runtime/privileges/process-rights.ts';

/** Where copies are kept: a folder of this machine, or a bucket. */
export type BackupStorage = {
  /** Its name for people, without secrets. */
  readonly said: string;
  /** How a command names a file of it. */
  readonly address: (name: string) => string;
  /** Writes a file, which appears whole or not at all; `over` replaces one of the same name, else it must not be there. */
  readonly write: (name: string, bytes: AsyncIterable<Buffer>, options?: { over: boolean }) => Promise<void>;
  /** The bytes of a file; undefined where there is none. */
  readonly read: (name: string) => Promise<AsyncIterable<Buffer> | undefined>;
  readonly has: (name: string) => Promise<boolean>;
  /** Files whose name begins so. */
  readonly list: (prefix: string) => Promise<Listed[]>;
  readonly remove: (name: string) => Promise<void>;
};

/**
 * A folder, made when missing, for its owner alone. The operator named it: it is reached with his rights, stroke by stroke,
 * where root's are put aside.
 */
export function folderStorage(folder: string): BackupStorage {
  return {
    said: folder,
    address: (name) => join(folder, name),
    write: async (name, bytes, { over } = { over: false }) => {
      const file = join(folder, name);
      withRootPrivileges(() => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }));
      // A name of its own, so that two who write the same file do not write into one another.
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

/** A bucket of a store that speaks S3. */
export function bucketStorage(given: ObjectStoreConfig): BackupStorage {
  const bucket = openObjectBucket(given);
  return {
    ...bucket,
    address: (name) => `s3://${[given.bucket, given.prefix, name].filter(Boolean).join('/')}`,
    said: [given.endpoint, given.bucket, given.prefix].filter(Boolean).join('/'),
    write: async (name, bytes, { over } = { over: false }) => {
      if (!over && (await bucket.has(name))) throw Object.assign(new Error(`${name} is there`), { code: 'EEXIST' });
      await bucket.write(name, bytes);
    },
  };
}

/** What a file is called until it is whole. */
const PART = '.part';

/** In the folder that the prefix names, and not below it. */
function listed(folder: string, prefix: string): Listed[] {
  const within = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const names = existsSync(join(folder, within)) ? readdirSync(join(folder, within)) : [];
  return names.flatMap((last) => {
    const name = within + last;
    if (!name.startsWith(prefix) || name.endsWith(PART)) return [];
    // Another process may have removed it just now.
    const known = statSync(join(folder, name), { throwIfNoEntry: false });
    return known?.isFile() ? [{ name, bytes: known.size, at: known.mtimeMs }] : [];
  });
}

/** Fails where the name is taken, which a rename would not. */
function taking(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    // Some disks know no second name of a file: then it is looked, and renamed.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    if (isFile(file)) throw Object.assign(new Error(`${file} is there`), { code: 'EEXIST' });
    renameSync(part, file);
  }
}

/** A name survives a power cut once its folder is on the disk; Windows has no such thing. */
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
