import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { relocatedClusterPath, removePointer } from './cluster-location.ts';
import { postmasterAlive } from './postmaster.ts';

/**
 * Moves a cluster that root keeps elsewhere into the data folder by one rename. Running clusters
 * and clusters on another disk stay. The pointer is removed last; a start in between finds the
 * cluster in the folder.
 */
export async function moveClusterToDataFolder(dataFolder: string): Promise<void> {
  if ((await relocatedClusterPath(dataFolder)) === undefined) return;
  await withFileLock(join(dataFolder, 'postgres.lock'), async () => {
    const pointed = await relocatedClusterPath(dataFolder);
    if (pointed === undefined) return;
    const own = join(dataFolder, 'postgres');
    const [isHome, isAway] = [await exists(own), await exists(pointed)];
    if (isHome && isAway) return;
    if (isAway && ((await postmasterAlive(join(pointed, 'cluster'))) || !(await moved(pointed, own)))) return;
    if (isHome || isAway) await removePointer(dataFolder);
  });
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
