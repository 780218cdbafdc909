import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES } from '../secrets/key-encryption.ts';
import { readIfExists, writeOnce } from '../write-once.ts';

/**
 * The key file is invalid. Data encrypted with it is lost unless it is restored, so it is never
 * replaced automatically.
 */
export class KeyFileUnreadable extends Error {
  readonly file: string;
  constructor(file: string) {
    super(`${file} does not hold a key of ${KEY_BYTES} bytes`);
    this.file = file;
  }
}

/**
 * Reads a 32-byte key from `keys` in the data folder, never from the database. The first process
 * that needs it creates it, and all processes of the folder share it. Throws `KeyFileUnreadable`
 * for an empty or corrupt file.
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

/** Parses a key; undefined if invalid. */
export function keyIn(content: string): Buffer | undefined {
  const text = content.trim();
  const key = Buffer.from(text, 'base64');
  // Invalid base64 is decoded up to the error, so encoding must give the same text again.
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : undefined;
}
