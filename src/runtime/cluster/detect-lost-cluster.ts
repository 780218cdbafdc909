import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { MARK } from '../database/database-marker.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { majorOf, type PostgresBinaries } from './postgres-binaries.ts';

/** Files that exist only in a data folder that has had a database. */
const SIGNS = ['keys/audit.key.pem', 'audit/heads.jsonl', 'audit/heads', MARK];

/**
 * A trace of an earlier database in the data folder: a signing key, recorded heads of audit chains
 * or the database marker; undefined if none. With a trace, no empty database is created, because
 * the service would seem to have lost all documents.
 */
export async function traceOfLostCluster(dataFolder: string): Promise<string | undefined> {
  for (const sign of SIGNS) {
    const path = join(dataFolder, sign);
    const there = await access(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
    );
    if (there) return path;
  }
  return undefined;
}

/** Refuses to create a cluster if there was one before. Call only if there is none. */
export async function refuseIfClusterLost(site: ClusterLocation): Promise<void> {
  const left = await readdir(site.home).catch(() => []);
  if (left.length > 0) throw new StartupError([{ text: incomplete(site.home) }]);
  const sign = await traceOfLostCluster(site.dataFolder);
  if (sign !== undefined) throw new StartupError([{ text: databaseGone(site, sign) }]);
}

/**
 * Refuses a cluster with missing files, or of another major version than the installed PostgreSQL.
 */
export async function requireCompleteCluster(site: ClusterLocation, { version }: PostgresBinaries): Promise<void> {
  const major = await clusterMajor(site.home);
  if (major === undefined) throw new StartupError([{ text: incomplete(site.home) }]);
  if (major !== majorOf(version)) throw new StartupError([{ text: otherMajor(site, major, majorOf(version)) }]);
}

/** Major version of a cluster; undefined if its version file is missing. */
export async function clusterMajor(home: string): Promise<number | undefined> {
  const major = majorOf(await readFile(join(home, 'cluster', 'PG_VERSION'), 'utf8').catch(() => ''));
  return major > 0 ? major : undefined;
}

const databaseGone = ({ dataFolder, home }: ClusterLocation, sign: string) => ({
  fr: `la base du dossier ${dataFolder} n’est plus là (${home}), alors qu’il en a eu une (${sign}). Facturier ne démarre pas avec une base vide : remettez ${home} en place, restaurez une sauvegarde, ou redonnez DATABASE_URL si la base était ailleurs. Pour commencer sans aucun document, choisissez un autre dossier (FACTURIER_DATA).`,
  en: `the database of the folder ${dataFolder} is missing (${home}), although the folder has had one (${sign}). Facturier does not start with an empty database: put ${home} back, restore a backup, or set DATABASE_URL again if the database was elsewhere. To start without any documents, choose another folder (FACTURIER_DATA).`,
});

const otherMajor = ({ home }: ClusterLocation, was: number, is: number) => ({
  fr: `la base dans ${home} a été créée par PostgreSQL ${was}, et cette version de Facturier utilise PostgreSQL ${is}. Convertissez-la : npx facturier upgrade-database (l’ancienne est conservée).`,
  en: `the database in ${home} was created by PostgreSQL ${was}, and this version of Facturier uses PostgreSQL ${is}. Upgrade it: npx facturier upgrade-database (the old one is kept).`,
});

const incomplete = (home: string) => ({
  fr: `la base dans ${home} est incomplète : des fichiers manquent (access.json, cluster/PG_VERSION). Restaurez une sauvegarde ; d’ici là, ne supprimez rien.`,
  en: `the database in ${home} is incomplete: files are missing (access.json, cluster/PG_VERSION). Restore a backup; until then delete nothing.`,
});
