import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names, in a data folder, an account of the database that belongs to it. */
export const MARK = 'database.json';

/** The account that the database of this data folder holds; undefined where none was noted, or the note says nothing. */
export async function readDatabaseMarker(dataFolder: string): Promise<string | undefined> {
  try {
    const { account } = JSON.parse(await readFile(join(dataFolder, MARK), 'utf8')) as { account?: unknown };
    return typeof account === 'string' ? account : undefined;
  } catch {
    return undefined;
  }
}

/** Notes which database belongs to this folder, by one of its accounts: no other database will ever hold it. */
export async function writeDatabaseMarker(dataFolder: string, account: string): Promise<void> {
  const file = join(dataFolder, MARK);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify({ account })}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}
