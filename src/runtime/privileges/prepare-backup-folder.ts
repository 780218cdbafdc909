import { mkdir, readdir } from 'node:fs/promises';
import { databaseUser, prepareDataFolder } from '../cluster/cluster-location.ts';
import { changeOwner } from './change-owner.ts';
import { startedByRoot } from './system-user.ts';

/**
 * Creates the backup folder while the process is still root and gives it to the new user if it is
 * empty. A non-empty folder is left alone and must already be writable. Otherwise the folder is
 * created when needed.
 */
export async function prepareBackupFolder(folder: string, dataFolder: string): Promise<void> {
  if (!startedByRoot()) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) return;
  const user = await databaseUser(await prepareDataFolder(dataFolder)).catch(() => undefined);
  if (user) changeOwner(folder, user);
}
