import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File in the data folder that names an account of its database. */
export const MARK = 'database.json';

/** The recorded account; undefined if none was recorded or the file is unreadable. */
export async function readDatabaseMarker(dataFolder: string): Promise<string | undefined> {
  try {
    const { account } = JSON.parse(await readFile(join(dataFolder, MARK), 'utf8')) as { account?: unknown };
    return typeof account === 'string' ? account : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Records which database belongs to this folder by the id of one of its accounts, which no other
 * database contains.
 */
export async function writeDatabaseMarker(dataFolder: string, account: string): Promise<void> {
  const file = join(dataFolder, MARK);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify({ account })}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}
