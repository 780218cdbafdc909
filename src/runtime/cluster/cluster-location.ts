import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { mayReach, unreadableProgramFile } from '../privileges/path-access.ts';
import { type MachineUser, ownerOf, type RunAs, startedByRoot, systemUser } from '../privileges/system-user.ts';

/** Location and user of the embedded PostgreSQL of a data folder. */
export type ClusterLocation = {
  /** The data folder's real path. */
  readonly dataFolder: string;
  /** Contains the cluster, its passwords, log and socket; created by a single rename. */
  readonly home: string;
  readonly runAs: RunAs;
  /** Copy the binaries here if the database user cannot reach them otherwise. */
  readonly copyBinariesInto?: string;
};

/**
 * Folder for clusters that root keeps outside the data folder, because the database user cannot
 * enter it.
 */
export const ROOT_STATE = '/var/lib/facturier';

/** File in a data folder owned by root that contains the path of its cluster. */
export const POINTER = 'postgres-folder';

/**
 * Finds the cluster of a data folder, or where to create it: inside the data folder if the database
 * user can reach it; otherwise, as root, under /var/lib/facturier with a pointer file in the data
 * folder. Refuses a pointer to a missing cluster (rather than starting empty), a folder with two
 * clusters, and a pointer root left to an ordinary user. Call under the lock.
 */
export async function clusterSite(dataFolder: string): Promise<ClusterLocation> {
  const own = join(dataFolder, 'postgres');
  const pointed = await relocatedClusterPath(dataFolder);
  const isOwn = await exists(own);
  if (pointed && isOwn && (await exists(pointed))) throw new StartupError([{ text: two(dataFolder, [own, pointed]) }]);
  if (!startedByRoot()) {
    if (!pointed || isOwn) return { dataFolder, home: own, runAs: {} };
    if (await isWritable(pointed)) return { dataFolder, home: pointed, runAs: {} };
    throw new StartupError([{ setting: 'FACTURIER_DATA', text: madeByRoot(dataFolder) }]);
  }
  await mkdir(ROOT_STATE, { recursive: true, mode: 0o755 });
  if (pointed && !isOwn && !(await exists(pointed))) throw new StartupError([{ text: gone(dataFolder, pointed) }]);
  const runAs = await databaseUser(dataFolder);
  const copy = unreadableProgramFile(runAs) === undefined ? {} : { copyBinariesInto: ROOT_STATE };
  const inside = isOwn || (!pointed && mayReach(dataFolder, runAs));
  if (inside) await letIn(dataFolder, runAs);
  return { dataFolder, home: inside ? own : (pointed ?? (await freeHome(dataFolder))), runAs, ...copy };
}

/**
 * The user that runs the database of a data folder opened by root: the owner of its cluster or
 * folder, otherwise the system user, created if missing.
 */
export async function databaseUser(dataFolder: string): Promise<MachineUser> {
  const pointed = await relocatedClusterPath(dataFolder);
  const known = [join(dataFolder, 'postgres'), ...(pointed ? [pointed] : [])];
  for (const folder of [...known.map((home) => join(home, 'cluster')), ...known, dataFolder]) {
    const owner = await ownerOf(folder).catch(() => undefined);
    if (owner) return owner;
  }
  return systemUser(ROOT_STATE);
}

/**
 * The path in the pointer file, or undefined. Root follows only a pointer written by root, and only
 * into ROOT_STATE, because the folder's owner may have changed.
 */
export async function relocatedClusterPath(dataFolder: string): Promise<string | undefined> {
  const pointer = join(dataFolder, POINTER);
  const written = await lstat(pointer).catch(() => undefined);
  if (!written) return undefined;
  const home = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  const trusted = written.isFile() && (!startedByRoot() || written.uid === 0) && dirname(home) === ROOT_STATE;
  if (trusted) return home;
  throw new StartupError([{ setting: 'FACTURIER_DATA', text: madeByRoot(dataFolder) }]);
}

/** Removes the pointer once the cluster is in the data folder. */
export const removePointer = (dataFolder: string): Promise<void> => rm(join(dataFolder, POINTER), { force: true });

/** Records that the cluster at this location is complete. */
export async function recordClusterLocation(site: ClusterLocation): Promise<void> {
  if (site.home === join(site.dataFolder, 'postgres')) return;
  // Tells administrators which data folder a cluster in /var/lib/facturier belongs to.
  await writeFile(join(site.home, 'data-folder'), `${site.dataFolder}\n`, { mode: 0o600 });
  const pointer = join(site.dataFolder, POINTER);
  await writeFile(`${pointer}.new`, `${site.home}\n`, { mode: 0o644 });
  await rename(`${pointer}.new`, pointer);
}

/**
 * Creates the data folder if missing, readable by its owner only because it contains keys, and
 * returns its real path.
 */
export async function prepareDataFolder(dataFolder: string): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataFolder);
  } catch (error) {
    throw new StartupError([{ setting: 'FACTURIER_DATA', text: notWritable(dataFolder, error) }], { cause: error });
  }
}

/** Creates a folder that only the database user may enter. */
export async function privateFolder(path: string, owner: RunAs): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid);
}

/**
 * Creates a folder that the database user may enter but not write: root writes there, and a
 * compromised database user could otherwise plant a symbolic link.
 */
export async function sharedFolder(path: string, reader: RunAs): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (reader.gid === undefined) return;
  await chown(path, 0, reader.gid);
  await chmod(path, 0o750);
}

/** Writes a file that the database user may read but not change. */
export async function writeShared(path: string, content: string, reader: RunAs): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
  if (reader.gid === undefined) return;
  await chown(path, 0, reader.gid);
  await chmod(path, 0o640);
}

/** Lets the database user traverse root's folder without listing it. */
async function letIn(dataFolder: string, { gid }: MachineUser): Promise<void> {
  if ((await ownerOf(dataFolder)) !== undefined) return;
  await chown(dataFolder, 0, gid);
  await chmod(dataFolder, 0o710);
}

/**
 * A cluster without a pointer belongs to a deleted data folder. It may contain invoices, so keep it
 * and create the new one beside it.
 */
async function freeHome(dataFolder: string): Promise<string> {
  const hash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  for (let turn = 1; ; turn++) {
    const home = join(ROOT_STATE, turn === 1 ? hash : `${hash}-${turn}`);
    if (!(await exists(home))) return home;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

const two = (folder: string, [own, pointed]: readonly [string, string]) => ({
  fr: `le dossier ${folder} a deux bases : ${own} et ${pointed}. Gardez celle de vos documents, déplacez l’autre, et supprimez ${join(folder, POINTER)} si vous gardez la première.`,
  en: `the folder ${folder} has two databases: ${own} and ${pointed}. Keep the one with your documents, move the other away, and delete ${join(folder, POINTER)} if you keep the first.`,
});

const madeByRoot = (folder: string) => ({
  fr: `le dossier ${folder} a été créé par root, qui garde sa base dans ${ROOT_STATE}. Lancez Facturier en root, ou choisissez un autre dossier.`,
  en: `the folder ${folder} was created by root, who keeps its database in ${ROOT_STATE}. Start Facturier as root, or choose another folder.`,
});

const gone = (folder: string, home: string) => ({
  fr: `la base du dossier ${folder} n’est plus dans ${home}. Remettez ce dossier en place ou restaurez une sauvegarde. Pour repartir sans aucun document, choisissez un autre dossier (FACTURIER_DATA).`,
  en: `the database of the folder ${folder} is no longer in ${home}. Put that folder back or restore a backup. To start without any documents, choose another folder (FACTURIER_DATA).`,
});

const notWritable = (folder: string, error: unknown) => ({
  fr: `le dossier ${folder} ne peut pas être créé ou lu (${(error as Error).message}). Choisissez un dossier où vous pouvez écrire.`,
  en: `the folder ${folder} cannot be created or read (${(error as Error).message}). Choose a folder you can write to.`,
});
