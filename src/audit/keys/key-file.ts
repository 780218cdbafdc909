import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES } from '../secrets/key-encryption.ts';
import { readIfExists, writeOnce } from '../write-once.ts';

/** The file of a key holds none: what was made by it cannot be read or made again, and another must not stand in for it. */
export class KeyFileUnreadable extends Error {
  readonly file: string;
  constructor(file: string) {
    super(`${file} does not hold a key of ${KEY_BYTES} bytes`);
    this.file = file;
  }
}

/**
 * Reads a key of 32 bytes from `keys` of the data folder, never in the database; made by the first process that needs it, and
 * every process of the folder has the same. Throws `KeyFileUnreadable` for a file that was emptied or garbled.
 */
export async function openKeyFile(dataFolder: string, name: 'webhook.key' | 'portal.key'): Promise<Buffer> {
  const folder = join(dataFolder, 'keys');
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeOnce(file, randomBytes(KEY_BYTES).toString('base64'));
  const key = keyIn((await readIfExists(file)) ?? '');
  if (!key) throw new KeyFileUnreadable(file);
  return key;
}

/** The key a text says; undefined where it says none. */
export function keyIn(said: string): Buffer | undefined {
  const text = said.trim();
  const key = Buffer.from(text, 'base64');
  // What is no base64 is read as far as it goes: it must say the very same again.
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : undefined;
}
