import { chmod } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { StartupError, type TranslatedText } from '../../startup-error.ts';
import { databaseUser, POINTER, prepareDataFolder, relocatedClusterPath } from '../cluster/cluster-location.ts';
import { moveClusterToDataFolder } from '../cluster/move-cluster.ts';
import { postgresBinaries } from '../cluster/postgres-binaries.ts';
import { changeOwner } from './change-owner.ts';
import {
  mayEnterProgram,
  mayReach,
  mayRead,
  PROGRAM_FOLDER,
  replaceableParentFolder,
  unreadableProgramFile,
} from './path-access.ts';
import { type Rights, recordProcessRights } from './process-rights.ts';
import { type MachineUser, ownerOf, startedByRoot } from './system-user.ts';

type Given = { readonly dataFolder: string; readonly databaseUrl?: string };

/**
 * Switches a process started by root to the user of its data folder: the folder's owner, otherwise
 * the system user `facturier`. First hands over what root owns in the folder and moves the cluster
 * into it if possible. Call after opening ports below 1024 and files only root can read.
 * With `needsFileStore`, root privileges are suspended instead of dropped, for commands that write
 * to a file the operator names. Returns the reason if they must stay. Ordinary users keep their
 * identity.
 */
export async function dropRootPrivileges(config: Given, options: { needsFileStore?: boolean } = {}): Promise<Rights> {
  if (!startedByRoot()) return { is: 'ordinary' };
  const folder = await prepareDataFolder(config.dataFolder);
  const user = await databaseUser(folder).catch(noUser);
  const why = user instanceof StartupError ? user.problems[0]?.text : await whyNot({ ...config, folder, user });
  if (why || user instanceof StartupError) return noted({ is: 'root', why: why ?? { fr: '', en: '' } });
  await moveClusterToDataFolder(folder);
  const elsewhere = await relocatedClusterPath(folder);
  for (const each of [folder, ...(elsewhere ? [elsewhere] : [])]) changeOwner(each, user);
  if (elsewhere) await chmod(join(folder, POINTER), 0o644);
  // Completes links beside the program, which belongs to root.
  if (config.databaseUrl === undefined) await postgresBinaries({});
  // Node's compile cache is also beside the program.
  flushCompileCache();
  become(user, { forGood: !options.needsFileStore });
  return noted({ is: options.needsFileStore ? 'put aside' : 'given up', user });
}

/**
 * If root keeps its privileges in another user's folder, hands over the files it has just written,
 * so that a service of that user can read them.
 */
export async function ensureReadable({ dataFolder }: Given, rights: Rights): Promise<void> {
  if (rights.is !== 'root' || process.platform !== 'linux') return;
  const folder = await prepareDataFolder(dataFolder);
  const owner = await ownerOf(folder);
  if (owner) changeOwner(folder, owner);
}

function noted(rights: Rights): Rights {
  recordProcessRights(rights);
  return rights;
}

function noUser(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  throw error;
}

async function whyNot(given: Given & { folder: string; user: MachineUser }): Promise<TranslatedText | undefined> {
  const { folder, user, databaseUrl } = given;
  if (process.platform !== 'linux') return onLinuxOnly;
  // Report the program first: moving the clone moves its data folder too, so one step is enough.
  const unread = unreadableProgramFile(user);
  if (unread !== undefined) return cannotRead(unread, user);
  if (!mayReach(folder, user)) return cannotCome(folder, user);
  const exchangeable = (await ownerOf(folder)) ? undefined : replaceableParentFolder(folder);
  if (exchangeable !== undefined) return notSafe(folder, exchangeable);
  const closed = filesOf(databaseUrl).find((file) => !mayRead(file, user));
  return closed === undefined ? undefined : cannotReadCertificate(closed, user);
}

/** Certificates and keys in the database URL: they are read again at each connection. */
function filesOf(databaseUrl: string | undefined): string[] {
  const asked = databaseUrl !== undefined && URL.canParse(databaseUrl) ? new URL(databaseUrl).searchParams : undefined;
  return ['sslcert', 'sslkey', 'sslrootcert'].flatMap((name) => asked?.get(name) ?? []);
}

/** Group first: without root privileges it can no longer be changed. */
function become({ uid, gid }: MachineUser, { forGood }: { forGood: boolean }): void {
  process.setgroups?.([gid]);
  if (!forGood) {
    process.setegid?.(gid);
    process.seteuid?.(uid);
    return;
  }
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (canComeBack()) throw new Error('root privileges were dropped but could be regained');
}

function canComeBack(): boolean {
  try {
    process.seteuid?.(0);
    return true;
  } catch {
    return false;
  }
}

const onLinuxOnly = {
  fr: 'Facturier ne peut abandonner les droits de root que sous Linux. Lancez-le avec un utilisateur ordinaire.',
  en: 'Facturier can only drop root privileges on Linux. Start it as an ordinary user.',
};
const cannotCome = (folder: string, { uid }: MachineUser) => ({
  fr: `l’utilisateur ${uid} ne peut pas entrer dans le dossier de données ${folder}. Arrêtez le service, déplacez ce dossier, par exemple dans /srv, et indiquez-le dans FACTURIER_DATA.`,
  en: `the user ${uid} cannot enter the data folder ${folder}. Stop the service, move that folder elsewhere, for example to /srv, and set FACTURIER_DATA to it.`,
});
const notSafe = (folder: string, above: string) => ({
  fr: `d’autres utilisateurs que root peuvent remplacer le contenu de ${above} : le dossier de données ${folder} ne peut pas être remis sans risque. Placez-le ailleurs (FACTURIER_DATA), ou donnez-le à l’utilisateur du service.`,
  en: `users other than root can replace the content of ${above}: the data folder ${folder} cannot be handed over safely. Put it elsewhere (FACTURIER_DATA), or make the user of the service its owner.`,
});
const cannotRead = (file: string, user: MachineUser): TranslatedText => {
  const [fr, en] = mayEnterProgram(user)
    ? [
        `rendez Facturier lisible par tous : chmod -R a+rX ${PROGRAM_FOLDER}`,
        `make it readable for all users: chmod -R a+rX ${PROGRAM_FOLDER}`,
      ]
    : [
        `arrêtez-le et déplacez Facturier : mv ${PROGRAM_FOLDER} /opt/facturier`,
        `stop it and move Facturier: mv ${PROGRAM_FOLDER} /opt/facturier`,
      ];
  return {
    fr: `l’utilisateur ${user.uid} ne peut pas lire ${file}. Le service fonctionne ainsi ; pour qu’il abandonne les droits de root, ${fr}`,
    en: `the user ${user.uid} cannot read ${file}. The service works like this; to let it drop root privileges, ${en}`,
  };
};
const cannotReadCertificate = (file: string, { uid }: MachineUser) => ({
  fr: `l’utilisateur ${uid} ne peut pas lire ${file}, indiqué dans DATABASE_URL. Donnez-lui le droit de le lire.`,
  en: `the user ${uid} cannot read ${file}, which is set in DATABASE_URL. Give that user read access.`,
});
