import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { readKnownHeads } from '../../audit/heads/known-heads.ts';
import type { Config } from '../../config.ts';
import { allAccountIds } from '../../db/account/all-accounts.ts';
import { accountsExplained } from '../../db/audit/verify/erased-accounts.ts';
import { findingsOutsideDatabase, type Verified, verifyAccounts } from '../../db/audit/verify/verify-accounts.ts';
import { openPool } from '../../db/connections/pool.ts';
import { copyDatabase, landedMigrations, type TableDigest } from '../../db/copy-database.ts';
import { migrate } from '../../db/migrate.ts';
import { openObjectStore } from '../../db/object-storage/object-store.ts';
import { clusterSite, prepareDataFolder } from '../../runtime/cluster/cluster-location.ts';
import { clusterMajor } from '../../runtime/cluster/detect-lost-cluster.ts';
import { downloadBinaries } from '../../runtime/cluster/install-other-version.ts';
import { binariesIn, majorOf, postgresBinaries } from '../../runtime/cluster/postgres-binaries.ts';
import { type BothClusters, upgradeCluster } from '../../runtime/cluster/upgrade-cluster.ts';
import { dropRootPrivileges } from '../../runtime/privileges/drop-root.ts';
import { withRootPrivileges } from '../../runtime/privileges/process-rights.ts';
import { CommandError, inWords, say, withProgressMessage } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

type Options = { json?: boolean; oldBinaries?: string; despiteFindings?: boolean };

/**
 * `facturier upgrade-database`: upgrades the embedded database to the PostgreSQL major version of
 * this release. Every row is copied, counted and digested on both sides, and the audit chain is
 * verified, before the new database replaces the old one, which is kept.
 */
export async function upgradeDatabase(config: Config, options: Options): Promise<void> {
  if (config.databaseUrl !== undefined) throw new CommandError(notEmbedded);
  const { home, copyBinariesInto } = await clusterSite(await prepareDataFolder(config.dataFolder));
  const was = await clusterMajor(home);
  const is = majorOf((await postgresBinaries({ copyInto: copyBinariesInto })).version);
  if (was === is) {
    const words = {
      fr: `La base utilise déjà PostgreSQL ${is}.`,
      en: `The database already uses PostgreSQL ${is}.`,
    };
    return say(options, { from: was, to: is, upgraded: false }, inWords(words));
  }
  const installing = { fr: `Installation de PostgreSQL ${was}`, en: `Installing PostgreSQL ${was}` };
  const given = options.oldBinaries && { binaries: await binariesIn(resolve(options.oldBinaries)), folder: undefined };
  const old = given || (await withProgressMessage(installing, () => downloadBinaries(was ?? 0)));
  try {
    await dropRootPrivileges(config, { needsFileStore: true });
    let filled: Filled | undefined;
    const { kept } = await upgradeCluster(config.dataFolder, { old: old.binaries }, async (both) => {
      filled = await copyIntoNewCluster(config, both, options);
    });
    const { tables = [], verified } = filled ?? {};
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(options, { from: was, to: is, upgraded: true, kept, tables, verified }, done({ was, is, kept, rows }));
  } finally {
    const { folder } = old;
    if (folder !== undefined) withRootPrivileges(() => rmSync(folder, { recursive: true, force: true }));
  }
}

type Filled = { tables: readonly TableDigest[]; verified: Verified };

/**
 * Copies the old cluster into the new one, migrates it and verifies it as a whole. Throws on any
 * difference.
 */
export async function copyIntoNewCluster(
  { dataFolder, files }: Pick<Config, 'dataFolder' | 'files'>,
  { source, target, targetOwner, targetServing }: BothClusters,
  options: Pick<Options, 'despiteFindings'> = {},
): Promise<Filled> {
  const known = await readKnownHeads(dataFolder);
  const progress = progressOn(process.stderr);
  try {
    // Create the tables as in the old version; later migrations run once the data is copied.
    await migrate(targetOwner, undefined, (await landedMigrations(source)).at(-1) ?? 0);
    const tables = await copyDatabase(source, target, progress.show);
    await migrate(targetOwner);
    const owner = openPool(targetOwner, { name: 'facturier upgrade', size: 1 });
    const objects = files && openObjectStore(files);
    const verified = await verifyAccounts(targetServing, allAccountIds(owner), { ...known, objects })
      .then(async (found) => {
        found.findings.push(...(await findingsOutsideDatabase(accountsExplained(owner, known), known, found)));
        return found;
      })
      .finally(() => owner.end());
    if (verified.findings.length > 0 && !options.despiteFindings) throw new CommandError(findingsFound(verified));
    return { tables, verified };
  } finally {
    progress.end();
  }
}

const notEmbedded = {
  fr: 'cette base est celle de DATABASE_URL : mettez-la à niveau avec les outils de ce serveur (pg_upgrade, ou pg_dump et pg_restore), service arrêté.',
  en: 'this database is that of DATABASE_URL: upgrade it with the tools of that server (pg_upgrade, or pg_dump and pg_restore) while the service is stopped.',
};

const findingsFound = ({ findings }: Verified) => ({
  fr: `la copie est fidèle, mais la piste d’audit n’est pas intacte (${findings.length} constat(s), le premier : ${findings[0]?.fault}). Rien n’a changé. Cherchez la cause avec npx facturier verify de la version précédente, ou passez outre avec --despite-findings.`,
  en: `the copy is exact, but the audit trail is not intact (${findings.length} finding(s), the first: ${findings[0]?.fault}). Nothing was changed. Look for the cause with npx facturier verify of the previous version, or continue with --despite-findings.`,
});

const done = (given: { was: number | undefined; is: number; kept: string; rows: number }): string =>
  inWords({
    fr: `La base est passée de PostgreSQL ${given.was} à ${given.is} : ${given.rows} lignes copiées, comptées et vérifiées. L’ancienne est conservée dans ${given.kept} ; supprimez-la quand tout va bien. Vos propres réglages de postgresql.conf ne sont pas repris. Démarrez le service.`,
    en: `The database was upgraded from PostgreSQL ${given.was} to ${given.is}: ${given.rows} rows copied, counted and verified. The old one is kept in ${given.kept}; delete it when all is well. Your own settings in postgresql.conf are not carried over. Start the service.`,
  });
