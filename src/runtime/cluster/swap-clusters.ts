import { access, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clusterMajor } from './detect-lost-cluster.ts';

/** Folder beside a cluster that holds its replacement. */
export const nextFolder = (home: string): string => `${home}-next`;

/** Location of the new cluster in it. */
export const nextHome = (home: string): string => join(nextFolder(home), basename(home));

/**
 * Replaces the old cluster by the new one, keeps the old one beside it, and returns its path. Takes
 * two renames: if killed in between, the next process to open the database completes the second.
 */
export async function swapClusters(home: string): Promise<string> {
  const kept = await keptName(home);
  await writeFile(join(nextFolder(home), READY), '');
  await rename(home, kept);
  await finishSwap(home);
  return kept;
}

/** Completes an interrupted swap. Does nothing if there is a cluster, or no complete new one. */
export async function finishSwap(home: string): Promise<void> {
  const next = nextFolder(home);
  if ((await exists(home)) || !(await exists(join(next, READY)))) return;
  if (await exists(nextHome(home))) await rename(nextHome(home), home);
  await rm(next, { recursive: true, force: true });
}

const READY = 'ready';

async function keptName(home: string): Promise<string> {
  const plain = `${home}-${(await clusterMajor(home)) ?? 'old'}`;
  for (let turn = 1; ; turn++) {
    const name = turn === 1 ? plain : `${plain}-${turn}`;
    if (!(await exists(name))) return name;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
