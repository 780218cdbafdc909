import { createHash } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { ownerOf, type RunAs, startedByRoot, systemUser } from './system-user.ts';

/** Where the embedded PostgreSQL of one data folder lives, and whom it runs as. */
export type ClusterSite = {
  /** The data folder, as the operating system names it. */
  readonly dataFolder: string;
  /** Holds the cluster, its passwords, its log and its socket; it appears whole, by one rename. */
  readonly home: string;
  readonly runAs: RunAs;
  /** Where the binaries must be copied for the database user to reach them. */
  readonly copyBinariesInto?: string;
};

/** Everything root keeps outside the data folder: the clone may lie where the database user cannot enter. */
export const ROOT_STATE = '/var/lib/facturier';

/** In the data folder of root, the one line that says where its cluster is. */
const POINTER = 'postgres-folder';

/**
 * Finds where the cluster of a data folder is, or must be made: in the data folder itself, or for root under
 * /var/lib/facturier with a pointer left in the data folder. Refuses a pointer whose cluster is gone, instead of
 * starting with no documents, and a pointer that root left to an ordinary user. Call it under the lock.
 */
export async function clusterSite(dataFolder: string): Promise<ClusterSite> {
  const own = join(dataFolder, 'postgres');
  const pointed = await pointedFrom(dataFolder);
  if (!startedByRoot()) {
    if (pointed) throw new StartRefused([{ setting: 'FACTURIER_DATA', text: madeByRoot(dataFolder) }]);
    return { dataFolder, home: own, runAs: {} };
  }
  await mkdir(ROOT_STATE, { recursive: true, mode: 0o755 });
  if (await exists(own)) {
    const owner = await ownerOf(own);
    if (owner) return { dataFolder, home: own, runAs: owner, copyBinariesInto: ROOT_STATE };
  }
  if (pointed && !(await exists(pointed))) throw new StartRefused([{ text: gone(dataFolder, pointed) }]);
  const home = pointed ?? (await freeHome(dataFolder));
  return { dataFolder, home, runAs: await systemUser(ROOT_STATE), copyBinariesInto: ROOT_STATE };
}

/** Records that the cluster of this site is complete. */
export async function rememberSite(site: ClusterSite): Promise<void> {
  if (site.home === join(site.dataFolder, 'postgres')) return;
  // For whoever looks into /var/lib/facturier and wonders whose this is.
  await writeFile(join(site.home, 'data-folder'), `${site.dataFolder}\n`, { mode: 0o600 });
  const pointer = join(site.dataFolder, POINTER);
  await writeFile(`${pointer}.new`, `${site.home}\n`, { mode: 0o600 });
  await rename(`${pointer}.new`, pointer);
}

/** Makes the data folder when missing (for its owner alone: it holds keys) and gives its real path. */
export async function preparedDataFolder(dataFolder: string): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    return await realpath(dataFolder);
  } catch (error) {
    throw new StartRefused([{ setting: 'FACTURIER_DATA', text: notWritable(dataFolder, error) }], { cause: error });
  }
}

/** Makes a folder that the database user alone may enter. */
export async function privateFolder(path: string, owner: RunAs): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid);
}

/**
 * Makes a folder that the database user may enter but not write to: root writes into it, and would follow a link that
 * a database user gone astray had laid there.
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

async function pointedFrom(dataFolder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataFolder, POINTER), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

/**
 * A cluster of the same data folder that nothing points to belongs to data someone has deleted. It may hold invoices,
 * so it is left alone and the new one goes beside it.
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

const madeByRoot = (folder: string) => ({
  fr: `le dossier ${folder} a été créé par root, qui garde sa base dans ${ROOT_STATE}. Lancez Facturier en root, ou choisissez un autre dossier.`,
  en: `the folder ${folder} was made by root, who keeps its database in ${ROOT_STATE}. Start Facturier as root, or choose another folder.`,
});

const gone = (folder: string, home: string) => ({
  fr: `la base du dossier ${folder} n'est plus dans ${home}. Remettez ce dossier en place ou restaurez une sauvegarde. Pour repartir sans aucun document, supprimez ${join(folder, POINTER)}.`,
  en: `the database of the folder ${folder} is no longer in ${home}. Put that folder back or restore a backup. To begin anew without any document, delete ${join(folder, POINTER)}.`,
});

const notWritable = (folder: string, error: unknown) => ({
  fr: `le dossier ${folder} ne peut pas être créé ou lu (${(error as Error).message}). Choisissez un dossier où vous pouvez écrire.`,
  en: `the folder ${folder} cannot be created or read (${(error as Error).message}). Choose a folder you can write to.`,
});
