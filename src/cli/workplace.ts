import type pg from 'pg';
import { v7 } from 'uuid';
import type { Config } from '../config.ts';
import type { SecurityLog } from '../deeds/security-event.ts';
import type { World } from '../deeds/world.ts';
import { type Clocks, clockProblem } from '../domain/time/clock.ts';
import { type Database, openDatabase } from '../ground/database.ts';
import { withFileLock } from '../ground/file-lock.ts';
import { giveUpRoot, keepReadable } from '../ground/give-up-root.ts';
import type { Rights } from '../ground/rights.ts';
import { openByteCache } from '../limits/byte-cache.ts';
import { processLimits } from '../limits/process-limits.ts';
import { openPrinter, type Printer } from '../print/render.ts';
import { ClockUnsure } from '../seal/audit-seal.ts';
import { KeyFileUnreadable } from '../seal/key-file.ts';
import { readKnown } from '../seal/known.ts';
import { type OpenSeal, openSeal } from '../seal/open-seal.ts';
import { openPortalTokens } from '../seal/portal-tokens.ts';
import { SigningKeyMissing, SigningKeyUnreadable } from '../seal/signing-key.ts';
import { readStamps } from '../seal/stamps.ts';
import { openWebhookSecrets } from '../seal/webhook-secrets.ts';
import { StartRefused } from '../start-refused.ts';
import { migrate } from '../store/migrate.ts';
import { openObjectStore } from '../store/objects/object-store.ts';
import { endPool, openPool } from '../store/pool.ts';
import { type HeadKnown, listHeads } from '../store/proof/chain-heads.ts';
import type { SlowStatements } from '../store/slow-statements.ts';
import { enterSpread } from '../store/spread/pool-of.ts';
import { type Spread, spreadTables } from '../store/spread/spread-tables.ts';
import { commandLog } from './command-log.ts';
import { inProgress } from './output.ts';
import { noteDatabase, requireSameDatabase } from './same-database.ts';

/** Everything a command works with. */
export type Workplace = {
  config: Config;
  database: Database;
  /** Serves: owns nothing. */
  pool: pg.Pool;
  /** Owns the tables: makes accounts, lists them. */
  owner: pg.Pool;
  seal: OpenSeal;
  world: World;
  printer: Printer;
  /** Whose rights the process has. */
  rights: Rights;
  /** Names of the migrations that have just been applied. */
  migrated: readonly string[];
  /** Tables that have just been spread over machines; undefined where the database has no engine for it. */
  spread: Spread | undefined;
  /** Writes the last signed heads, closes the connections, and leaves the database. */
  close: () => Promise<void>;
};

/** Connections of the owner's pool: it makes and lists accounts, nothing more, and keeps none for that. */
const OWNER_POOL_SIZE = 2;

/**
 * Gives up root where root started the process, opens the database, joining it where another process runs it already, brings
 * it up to date, and opens the seal. Refuses (`StartRefused`) where chains exist whose signing key is gone; with `unsealed`,
 * for commands that look, or replace that key, nothing can be sealed instead. On failure everything opened so far is closed
 * again.
 */
export async function openWorkplace(
  config: Config,
  options: {
    name: string;
    unsealed?: boolean;
    onTrouble?: (error: unknown) => void;
    securityLog?: SecurityLog;
    /** Who is told of statements that take long. */
    slowStatements?: SlowStatements | undefined;
    /** The command writes to a file that the operator names: root is put aside instead of given up. */
    reachesFiles?: boolean;
  },
): Promise<Workplace> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const rights = await giveUpRoot(config, options);
    const opening = { fr: 'Préparation de la base de données', en: 'Preparing the database' };
    const database = await inProgress(opening, () => openDatabase(config));
    closing.push(() => database.leave());
    await requireSameDatabase(config, database);
    const migrating = { fr: 'Mise à jour de la base de données', en: 'Bringing the database up to date' };
    const migrated = await inProgress(migrating, () => migrate(database.ownerUrl));
    const spread = database.spread ? await spreadTables(database.ownerUrl, tellSpread) : undefined;
    const owner = openPool(database.ownerUrl, { name: `${options.name} owner`, size: OWNER_POOL_SIZE, least: 0 });
    const pool = openPool(database.serving, { name: options.name, slow: options.slowStatements });
    if (database.spread) for (const each of [owner, pool]) enterSpread(each);
    closing.push(() => Promise.all([owner, pool].map((each) => endPool(each, processLimits.stopping.connectionsMs))));
    const seal = options.unsealed ? noSeal : await sealed(config, await listHeads(owner), options.onTrouble);
    closing.push(() => seal.close());
    // Costs nothing until the first document is printed.
    const printer = openPrinter();
    closing.push(() => printer.close());
    const {
      serviceName,
      publicUrl,
      allowedWebhookNetworks: allowedNetworks,
      mail,
      files,
      quotas,
      tsaUrl,
      ratesUrl,
      agencyUrl,
    } = config;
    const webhooks = { secrets: await keyed(openWebhookSecrets(config.dataFolder), webhookKeyGone), allowedNetworks };
    const portalTokens = await keyed(openPortalTokens(config.dataFolder), portalKeyGone);
    await noteDatabase(config, owner);
    await keepReadable(config, rights);
    closing.push(() => keepReadable(config, rights));
    const world: World = {
      pool,
      surroundings: {
        ...{ serviceName, publicUrl, seal, printer, portalTokens, webhooks, quotas },
        proof: { serving: database.serving, known: () => readKnown(config.dataFolder) },
        stampsSince: (at) => readStamps(config.dataFolder, at),
        shownDocuments: openByteCache(processLimits.shownDocuments),
        securityLog: options.securityLog ?? commandLog(config.dataFolder),
        ...(tsaUrl !== undefined && { tsaUrl }),
        ...(ratesUrl !== undefined && { ratesUrl }),
        ...(agencyUrl !== undefined && { agencyUrl }),
        ...(mail && { mail: { from: mail.from } }),
        ...(files && { objects: openObjectStore(files) }),
      },
      now: () => Math.floor(Date.now() / 1000),
      newId: () => v7(),
    };
    return { config, database, pool, owner, seal, world, printer, rights, migrated, spread, close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** On the standard error: the standard output is the command's own. */
function tellSpread(done: number, of: number, table: string): void {
  process.stderr.write(`… Répartition · Spreading ${String(done + 1)}/${String(of)} ${table}\n`);
}

/** Commands that look may be needed just when the key is gone. */
const noSeal: OpenSeal = {
  signer: () => {
    throw new Error('this command does not seal');
  },
  anchor: () => {},
  renewAnchors: async () => {},
  headsWaitingMs: () => 0,
  close: async () => {},
};

async function sealed(
  { dataFolder }: Config,
  heads: readonly HeadKnown[],
  onTrouble: ((error: unknown) => void) | undefined,
): Promise<OpenSeal> {
  const inUse = [...new Set(heads.map(({ keyId }) => keyId))];
  try {
    return { ...(await openSeal(dataFolder, { lock: withFileLock, inUse, onTrouble })), watch: watchClock };
  } catch (error) {
    if (!(error instanceof SigningKeyMissing || error instanceof SigningKeyUnreadable)) throw error;
    throw new StartRefused([{ text: keyGone(error.file, error instanceof SigningKeyMissing ? error.keyId : '') }], {
      cause: error,
    });
  }
}

function watchClock(clocks: Clocks): void {
  const problem = clockProblem(clocks);
  if (problem) throw new ClockUnsure(problem);
}

async function keyed<T>(opening: Promise<T>, gone: (file: string) => { fr: string; en: string }): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof KeyFileUnreadable)) throw error;
    throw new StartRefused([{ text: gone(error.file) }], { cause: error });
  }
}

const webhookKeyGone = (file: string) => ({
  fr: `le fichier ${file} ne contient plus la clé qui chiffre les secrets des webhooks. Restaurez-le d’une sauvegarde du dossier de données. Sans sauvegarde : supprimez-le, puis supprimez et recréez chaque webhook (/v2/webhooks).`,
  en: `the file ${file} no longer holds the key that encrypts the secrets of webhooks. Restore it from a backup of the data folder. Without one: delete it, then delete each webhook and make it anew (/v2/webhooks).`,
});

const portalKeyGone = (file: string) => ({
  fr: `le fichier ${file} ne contient plus la clé qui fait les secrets des espaces clients. Restaurez-le d’une sauvegarde du dossier de données. Sans sauvegarde : supprimez-le ; chaque espace client a alors un nouveau secret.`,
  en: `the file ${file} no longer holds the key that makes the secrets of customers' portals. Restore it from a backup of the data folder. Without one: delete it; every portal then has a new secret.`,
});

const keyGone = (file: string, keyId: string) => ({
  fr: `la clé qui signe la chaîne d’audit ${keyId && `(${keyId}) `}n’est pas dans ${file}. Remettez ce fichier depuis une sauvegarde du dossier de données. S’il est perdu pour de bon : npx facturier audit new-key --lost (la chaîne garde trace de la perte).`,
  en: `the key that signs the audit chain ${keyId && `(${keyId}) `}is not in ${file}. Put that file back from a backup of the data folder. If it is lost for good: npx facturier audit new-key --lost (the chain keeps the trace of the loss).`,
});
