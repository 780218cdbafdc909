import { access, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clusterMajor } from './detect-lost-cluster.ts';

/** Holds, beside a cluster, the one that shall take its place. */
export const nextFolder = (home: string): string => `${home}-next`;

/** Where in it the new cluster is: it moves from there. */
export const nextHome = (home: string): string => join(nextFolder(home), basename(home));

/**
 * Puts the new cluster in the place of the old one, which is kept beside it, and gives where. By two renames: a process
 * killed between them leaves no cluster in the place, and whoever opens the database next makes the second one.
 */
export async function swapClusters(home: string): Promise<string> {
  const kept = await keptName(home);
  await writeFile(join(nextFolder(home), READY), '');
  await rename(home, kept);
  await finishSwap(home);
  return kept;
}

/** Makes the second rename of a swap that was cut short. Nothing where there is a cluster, or no new one was complete. */
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
