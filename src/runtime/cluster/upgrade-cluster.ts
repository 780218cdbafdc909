import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { withFileLock } from '../file-lock.ts';
import { type ClusterLocation, clusterSite, prepareDataFolder, sharedFolder } from './cluster-location.ts';
import { createCluster } from './create-cluster.ts';
import { type ConnectionSettings, connectionAs, readAccess } from './credentials.ts';
import { clusterMajor } from './detect-lost-cluster.ts';
import { started } from './embedded-database.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { postmasterAlive, stopPostmaster } from './postmaster.ts';
import { finishSwap, nextFolder, nextHome, swapClusters } from './swap-clusters.ts';

/** Bytes of a new cluster beyond its data: system tables and WAL. */
const NEW_CLUSTER_BYTES = 600 * 1024 ** 2;

/** Both clusters, running. */
export type BothClusters = {
  /** Superuser access to the old one. */
  readonly source: ConnectionSettings;
  /** Superuser access to the new one, which is empty. */
  readonly target: ConnectionSettings;
  readonly targetOwner: ConnectionSettings;
  readonly targetServing: ConnectionSettings;
};

/**
 * Creates a new cluster beside the old one, lets `fill` copy the data while both run, then swaps
 * them and returns where the old one is kept. The old cluster stays untouched until `fill` is done;
 * if killed before, nothing changes. The lock keeps other processes out. Refuses if the database
 * runs, does not exist, or the disk is too small for both.
 */
export async function upgradeCluster(
  dataFolder: string,
  binaries: { readonly old: PostgresBinaries; readonly new?: PostgresBinaries },
  fill: (both: BothClusters) => Promise<void>,
): Promise<{ kept: string }> {
  const folder = await prepareDataFolder(dataFolder);
  return withFileLock(join(folder, 'postgres.lock'), async () => {
    const site = await clusterSite(folder);
    await finishSwap(site.home);
    if ((await clusterMajor(site.home)) === undefined) throw new StartupError([{ text: noCluster(site.home) }]);
    if (await postmasterAlive(join(site.home, 'cluster'))) throw new StartupError([{ text: atWork(folder) }]);
    await requireRoom(site);
    const next: ClusterLocation = { ...site, dataFolder: nextFolder(site.home), home: nextHome(site.home) };
    await rm(next.dataFolder, { recursive: true, force: true });
    await sharedFolder(next.dataFolder, site.runAs);
    const fresh = binaries.new ?? (await postgresBinaries({ copyInto: site.copyBinariesInto }));
    await createCluster(next, fresh);
    await whileRunning(site, binaries.old, (from) =>
      whileRunning(next, fresh, (to) =>
        fill({
          source: from('postgres'),
          target: to('postgres'),
          targetOwner: to('facturier_owner'),
          targetServing: to('facturier_app'),
        }),
      ),
    );
    return { kept: await swapClusters(site.home) };
  });
}

type As = (login: 'postgres' | 'facturier_owner' | 'facturier_app') => ConnectionSettings;

async function whileRunning(
  site: ClusterLocation,
  binaries: PostgresBinaries,
  work: (as: As) => Promise<void>,
): Promise<void> {
  const known = await readAccess(site.home);
  if (!known) throw new StartupError([{ text: noCluster(site.home) }]);
  try {
    const { access, presence } = await started({ site, binaries, access: known }, {});
    await work((login) => connectionAs(login, access));
    await presence.end();
  } finally {
    await stopPostmaster(site, binaries);
  }
}

async function requireRoom({ home }: ClusterLocation): Promise<void> {
  const needed = (await bytesIn(join(home, 'cluster', 'base'))) + NEW_CLUSTER_BYTES;
  const { bavail, bsize } = await statfs(dirname(home));
  const free = bavail * bsize;
  if (free < needed) throw new StartupError([{ text: noRoom(dirname(home), { needed, free }) }]);
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

const noCluster = (home: string) => ({
  fr: `il n’y a pas de base complète dans ${home} : il n’y a rien à convertir.`,
  en: `there is no complete database in ${home}: there is nothing to upgrade.`,
});

const atWork = (folder: string) => ({
  fr: `la base du dossier ${folder} est utilisée. Arrêtez le service et les commandes en cours, puis recommencez.`,
  en: `the database of the folder ${folder} is in use. Stop the service and running commands, then try again.`,
});

const mib = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);

const noRoom = (folder: string, { needed, free }: { needed: number; free: number }) => ({
  fr: `il faut ${mib(needed)} Mio libres dans ${folder} pour les deux bases ; il y en a ${mib(free)}. Libérez de la place, puis recommencez.`,
  en: `both databases need ${mib(needed)} MiB free in ${folder}, but there are ${mib(free)}. Free some space, then try again.`,
});
