import pg from 'pg';
import type { OpenChainSigner } from '../audit/chain/open-chain-signer.ts';
import { readKnownHeads } from '../audit/heads/known-heads.ts';
import { readStamps } from '../audit/time-stamps/stored-time-stamps.ts';
import type { Config } from '../config.ts';
import { keysInReach, keysOfChainHeads } from '../db/audit/chain-heads.ts';
import { endPool, openPool } from '../db/connections/pool.ts';
import type { SlowStatements } from '../db/connections/slow-statements.ts';
import { isUpToDate, migrate } from '../db/migrate.ts';
import { openObjectStore } from '../db/object-storage/object-store.ts';
import { areTablesDistributed, type DistributedTables, distributeTables } from '../db/sharding/distribute-tables.ts';
import { unreachableNodes } from '../db/sharding/reachable-nodes.ts';
import type { Node } from '../db/sharding/shard-placement.ts';
import { enableSharding } from '../db/sharding/sharded-pools.ts';
import { newDemonstration } from '../domain/people/demonstration.ts';
import { processLimits } from '../limits/process-limits.ts';
import { openPrinter, type Printer } from '../pdf/printer.ts';
import type { ConnectionSettings } from '../runtime/cluster/credentials.ts';
import { type Database, openDatabase } from '../runtime/database/open-database.ts';
import { dropRootPrivileges, ensureReadable } from '../runtime/privileges/drop-root.ts';
import type { Rights } from '../runtime/privileges/process-rights.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { SecurityLog } from '../services/security-event.ts';
import { StartupError } from '../startup-error.ts';
import { commandSecurityLog } from './command-security-log.ts';
import { recordDatabase, requireSameDatabase } from './database/require-same-database.ts';
import { migrationNeedsAllNodes } from './database/sharding-messages.ts';
import { type OpenInstallation, openInstallation } from './installation.ts';
import { openInstallationKeys } from './keys/open-keys.ts';
import { fetchSharedKeys } from './keys/sync-keys.ts';
import { withProgressMessage } from './terminal/output.ts';
import { orderedUuids } from './uuid-v7.ts';

/** Dependencies of a command. */
export type CommandContext = {
  config: Config;
  database: Database;
  /** Pool of the serving role, which owns no tables. */
  pool: pg.Pool;
  /** Pool of the table owner: creates and lists accounts. */
  owner: pg.Pool;
  seal: OpenChainSigner;
  services: AppServices;
  printer: Printer;
  /** Settings that operators change on screens. */
  installation: OpenInstallation;
  /** User and rights of the process. */
  rights: Rights;
  /** Names of the migrations that were just applied. */
  migrated: readonly string[];
  /**
   * Nodes that were unreachable at the start, if tables are sharded. Work over all accounts skips
   * or postpones them.
   */
  unreachableNodes: readonly Node[];
  /** Tables that were just distributed; undefined if the database has no sharding extension. */
  spread: DistributedTables | undefined;
  /** Writes the last signed heads and closes all connections and the database. */
  close: () => Promise<void>;
};

/** The owner's pool only creates and lists accounts and keeps no idle connection. */
const OWNER_POOL_SIZE = 2;

/**
 * Drops root privileges, opens the database (joining it if another process already runs it),
 * migrates it and opens the chain signer. Refuses (`StartupError`) if chains exist whose signing
 * key is missing; with `unsealed`, for commands that read or replace that key, it runs without
 * signing. On failure, closes everything it opened.
 */
export async function openCommandContext(
  config: Config,
  options: {
    name: string;
    unsealed?: boolean;
    onTrouble?: (error: unknown) => void;
    securityLog?: SecurityLog;
    /** Receives slow statements. */
    slowStatements?: SlowStatements | undefined;
    /**
     * The command writes to a file chosen by the operator: root privileges are suspended instead of
     * dropped.
     */
    needsFileStore?: boolean;
  },
): Promise<CommandContext> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const rights = await dropRootPrivileges(config, options);
    const opening = { fr: 'Préparation de la base de données', en: 'Preparing the database' };
    const database = await withProgressMessage(opening, () => openDatabase(config));
    closing.push(() => database.leave());
    const away = database.spread ? await unreachableNodes(database.ownerUrl) : [];
    await requireSameDatabase(config, database, away);
    if (away.length > 0) await requireNoPendingMigrations(database.ownerUrl, away);
    const migrating = { fr: 'Mise à jour de la base de données', en: 'Updating the database' };
    const migrated = await withProgressMessage(migrating, () => migrate(database.ownerUrl));
    const spread = database.spread ? await distributeTables(database.ownerUrl, printShardingProgress) : undefined;
    const owner = openPool(database.ownerUrl, { name: `${options.name} owner`, size: OWNER_POOL_SIZE, least: 0 });
    const pool = openPool(database.serving, { name: options.name, slow: options.slowStatements });
    if (database.spread) for (const each of [owner, pool]) enableSharding(each);
    closing.push(() => Promise.all([owner, pool].map((each) => endPool(each, processLimits.stopping.connectionsMs))));
    const now = () => Math.floor(Date.now() / 1000);
    const inUse = away.length > 0 ? () => keysInReach(database.ownerUrl) : () => keysOfChainHeads(owner);
    const { seal, webhookSecrets, portalTokens } = await openInstallationKeys(
      { config, owner, inUse, now: now() },
      options,
    );
    closing.push(() => seal.close());
    // Starts no process until the first document is printed.
    const printer = openPrinter();
    closing.push(() => printer.close());
    if (away.length === 0) await recordDatabase(config, owner);
    await ensureReadable(config, rights);
    closing.push(() => ensureReadable(config, rights));
    const services: AppServices = {
      pool,
      environment: appEnvironment(config, {
        ...{ seal, webhookSecrets, portalTokens, owner, printer, now, serving: database.serving },
        securityLog: options.securityLog ?? commandSecurityLog(config.dataFolder),
      }),
      now,
      newId: orderedUuids(),
    };
    const installation = await openInstallation({
      ...{ config, owner, pool, secrets: webhookSecrets, environment: services.environment },
      isSharded: database.spread !== undefined,
      isEmbedded: database.copying !== undefined,
      now,
    });
    services.environment.installation = installation;
    return {
      // Commands find these settings in the configuration, also if they were set on a screen.
      config: { ...config, ...installation.backup.inUse(), publicUrl: services.environment.publicUrl },
      database,
      pool,
      owner,
      seal,
      services,
      printer,
      installation,
      rights,
      migrated,
      unreachableNodes: away,
      spread,
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** The environment of the services, from the configuration and the opened resources. */
function appEnvironment(
  config: Config,
  opened: Pick<Awaited<ReturnType<typeof openInstallationKeys>>, 'seal' | 'webhookSecrets' | 'portalTokens'> &
    Pick<CommandContext, 'owner' | 'printer'> & {
      serving: ConnectionSettings;
      securityLog: SecurityLog;
      now: () => number;
    },
): AppServices['environment'] {
  const { serviceName, publicUrl, allowedWebhookNetworks: allowedNetworks, mail, files, quotas } = config;
  const { tsaUrl, ratesUrl, agencyUrl } = config;
  const { seal, printer, portalTokens, webhookSecrets, owner, serving, securityLog } = opened;
  const webhooks = { secrets: webhookSecrets, allowedNetworks, isClosed: config.demonstration };
  return {
    ...{ serviceName, publicUrl, seal, printer, portalTokens, webhooks, quotas, securityLog },
    proof: {
      serving,
      known: () => readKnownHeads(config.dataFolder, { othersNote: config.keysShared !== undefined }),
    },
    stampsSince: (at) => readStamps(config.dataFolder, at),
    ...(config.keysShared && { fetchSharedKeys: () => fetchSharedKeys({ config, owner }) }),
    ...(tsaUrl !== undefined && { tsaUrl }),
    ...(ratesUrl !== undefined && { ratesUrl }),
    ...(agencyUrl !== undefined && { agencyUrl }),
    ...(mail && { mail: { from: mail.from } }),
    ...(files && { objects: openObjectStore(files) }),
    ...(config.demonstration && { demonstration: newDemonstration(opened.now()) }),
  };
}

/** Migrations run on all nodes or on none. */
async function requireNoPendingMigrations(ownerUrl: ConnectionSettings, away: readonly Node[]): Promise<void> {
  const client = new pg.Client(ownerUrl);
  client.on('error', () => {});
  try {
    await client.connect();
    const isWhole = (await isUpToDate(client)) && (await areTablesDistributed(client));
    if (!isWhole)
      throw new StartupError([{ setting: 'DATABASE_URL', text: migrationNeedsAllNodes(away) }], { exitCode: 1 });
  } finally {
    await client.end().catch(() => {});
  }
}

/** To standard error: standard output belongs to the command. */
function printShardingProgress(done: number, of: number, table: string): void {
  process.stderr.write(`… Répartition · Distributing ${String(done + 1)}/${String(of)} ${table}\n`);
}
