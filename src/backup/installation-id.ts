import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfExists, writeOnce } from '../audit/write-once.ts';

/** Random bytes of the id. */
const NAME_BYTES = 6;

/**
 * Id of this data folder among those that share a backup storage. Created once and never backed up:
 * a restored folder gets a new id and leaves the other's backups alone.
 */
export async function installationOf(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'installation');
  await writeOnce(file, `${randomBytes(NAME_BYTES).toString('hex')}\n`);
  return ((await readIfExists(file)) ?? '').trim();
}
