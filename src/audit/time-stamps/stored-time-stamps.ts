import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeptHead, readHeads } from '../heads/exported-heads.ts';
import { readIfExists } from '../write-once.ts';
import type { TimeStamp } from './time-stamp.ts';

/** Time-stamped heads as stored; or why the time stamp is invalid. */
export type Stamped = { name: string; heads: readonly KeptHead[]; stamp?: TimeStamp; fault?: string };

/** The last attempt and its error. Unix seconds. */
export type StampFailure = { at: number; error: string };

const folderIn = (dataFolder: string): string => join(dataFolder, 'audit', 'stamps');
const FAILURE = 'failed.json';

/**
 * Stores heads and their time stamp side by side: `openssl ts -verify -data X.json -in X.tsr` can
 * verify them too.
 */
export async function storeTimeStamp(
  dataFolder: string,
  entry: { text: string; token: Buffer; at: number },
): Promise<void> {
  const folder = folderIn(dataFolder);
  const name = nameAt(entry.at);
  await writeFile(join(folder, `${name}.json`), entry.text, { mode: 0o600 });
  // The token is written last and atomically: without it the heads are not time-stamped.
  await writeFile(join(folder, `${name}.new`), entry.token, { mode: 0o600 });
  await rename(join(folder, `${name}.new`), join(folder, `${name}.tsr`));
  await rm(join(folder, FAILURE), { force: true });
}

/** Records a failed attempt, which `doctor` and `verify` report. */
export async function storeTimeStampFailure(dataFolder: string, failure: StampFailure): Promise<void> {
  await writeFile(join(folderIn(dataFolder), FAILURE), JSON.stringify(failure), { mode: 0o600 });
}

/** The error of the last attempt, if it failed. */
export async function stampFailure(dataFolder: string): Promise<StampFailure | undefined> {
  try {
    const text = await readIfExists(join(folderIn(dataFolder), FAILURE));
    return text === undefined ? undefined : (JSON.parse(text) as StampFailure);
  } catch {
    return undefined;
  }
}

/** The time-stamped heads of the last time stamp, and its name; undefined if there is none. */
export async function lastStamp(dataFolder: string): Promise<{ name: string; text: string } | undefined> {
  await mkdir(folderIn(dataFolder), { recursive: true, mode: 0o700 });
  const name = (await stampNames(dataFolder)).at(-1);
  const text = name && (await readIfExists(join(folderIn(dataFolder), `${name}.json`)));
  return name && text !== undefined ? { name, text: text ?? '' } : undefined;
}

/**
 * Reads and checks all time stamps, or those requested since a time (Unix seconds), oldest first,
 * without network access.
 */
export async function readStamps(dataFolder: string, since?: number): Promise<Stamped[]> {
  const from = since === undefined ? '' : nameAt(since);
  const names = (await stampNames(dataFolder)).filter((name) => name >= from);
  // Only loaded if there is something to check.
  const check = names.length > 0 ? (await import('./time-stamp.ts')).checkTimeStamp : undefined;
  const stamps: Stamped[] = [];
  for (const name of names) {
    try {
      const text = await readFile(join(folderIn(dataFolder), `${name}.json`));
      const token = await readFile(join(folderIn(dataFolder), `${name}.tsr`));
      const stamp = await check?.(token, text);
      stamps.push({ name, heads: readHeads(text.toString()).heads, ...(stamp && { stamp }) });
    } catch (error) {
      stamps.push({ name, heads: [], fault: (error as Error).message });
    }
  }
  return stamps;
}

const nameAt = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z').replaceAll(':', '-');

async function stampNames(dataFolder: string): Promise<string[]> {
  const names = await readdir(folderIn(dataFolder)).catch(() => []);
  return names
    .filter((name) => name.endsWith('.tsr'))
    .map((name) => name.slice(0, -'.tsr'.length))
    .sort();
}
