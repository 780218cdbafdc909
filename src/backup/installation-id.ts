import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfExists, writeOnce } from '../audit/write-once.ts';

/** Random bytes of the name. */
const NAME_BYTES = 6;

/**
 * The name of this data folder among those that keep copies in the same place, made once and never copied: a folder that
 * was restored goes on under a name of its own, and touches nothing of the other.
 */
export async function installationOf(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'installation');
  await writeOnce(file, `${randomBytes(NAME_BYTES).toString('hex')}\n`);
  return ((await readIfExists(file)) ?? '').trim();
}
