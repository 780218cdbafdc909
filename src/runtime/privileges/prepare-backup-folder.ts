import { mkdir, readdir } from 'node:fs/promises';
import { databaseUser, prepareDataFolder } from '../cluster/cluster-location.ts';
import { changeOwner } from './change-owner.ts';
import { startedByRoot } from './system-user.ts';

/**
 * Makes the folder of copies while the process is still root, and gives it to the user root is given up for, where it is
 * empty: one that holds something already is left as it is, and must be his to write to. Elsewhere it is made when needed.
 */
export async function prepareBackupFolder(folder: string, dataFolder: string): Promise<void> {
  if (!startedByRoot()) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) return;
  const user = await databaseUser(await prepareDataFolder(dataFolder)).catch(() => undefined);
  if (user) changeOwner(folder, user);
}
