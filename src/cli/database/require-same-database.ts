import pg from 'pg';
import { accountsWithHeads } from '../../audit/heads/account-head-files.ts';
import { firstAccountsNoted } from '../../audit/heads/head-log-file.ts';
import type { Config } from '../../config.ts';
import { allAccounts, existingAccounts, realAccounts } from '../../db/account/all-accounts.ts';
import { readFromReachableNodes } from '../../db/sharding/reachable-nodes.ts';
import type { Node } from '../../db/sharding/shard-placement.ts';
import { traceOfLostCluster } from '../../runtime/cluster/detect-lost-cluster.ts';
import { readDatabaseMarker, writeDatabaseMarker } from '../../runtime/database/database-marker.ts';
import type { Database } from '../../runtime/database/open-database.ts';
import { StartupError, type TranslatedText } from '../../startup-error.ts';
import { databaseUnknown } from './sharding-messages.ts';

/**
 * Refuses, before any write, a database that does not belong to the data folder: one that contains
 * none of the accounts that the folder knows (from its database marker and the recorded heads of
 * the audit chains), or an empty one if the folder already had a database. `away`: unreachable
 * nodes of a sharded database; also refuses if none of the known accounts is on a reachable node.
 */
export async function requireSameDatabase(
  config: Config,
  database: Database,
  away: readonly Node[] = [],
): Promise<void> {
  const sign = await traceOfLostCluster(config.dataFolder);
  if (sign === undefined) return;
  const client = new pg.Client({ ...database.ownerUrl, application_name: 'facturier same database' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ made: boolean }>(
      "select to_regprocedure('billing.accounts_known()') is not null as made",
    );
    if (!rows[0]?.made) refuse(config, empty(sign));
    const marked = await readDatabaseMarker(config.dataFolder);
    if (away.length > 0)
      return await requireKnownInReach(database, await accountsRecordedIn(config.dataFolder, marked));
    if (marked !== undefined && (await isAnyThere(client, [marked]))) return;
    const known = await accountsRecordedIn(config.dataFolder, marked);
    if (known.length > 0 && !(await isAnyThere(client, known))) refuse(config, another(known[0] as string));
  } finally {
    await client.end().catch(() => {});
  }
}

async function requireKnownInReach({ ownerUrl }: Database, known: readonly string[]): Promise<void> {
  const names = `{${known.filter((id) => UUID.test(id)).join(',')}}`;
  const of = (part: string) => `select account_id::text from ${part} where account_id = any('${names}'::uuid[])`;
  const { said, away } = await readFromReachableNodes(ownerUrl, 'account', of);
  if (known.length > 0 && said.length === 0 && away.length > 0)
    throw new StartupError([{ setting: 'DATABASE_URL', text: databaseUnknown(away) }], { exitCode: 1 });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In a database not yet migrated, this scans all accounts. */
async function isAnyThere(client: pg.Client, known: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regprocedure('billing.accounts_there(uuid[])') is not null as made",
  );
  if (rows[0]?.made) return (await existingAccounts(client, known)).size > 0;
  const { rowCount } = await client.query(
    'select from billing.accounts_known() where account_id::text = any($1::text[]) limit 1',
    [known],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Records in the data folder which database belongs to it, by its oldest account, unless already
 * recorded.
 */
export async function recordDatabase(config: Config, owner: pg.Pool): Promise<void> {
  if ((await readDatabaseMarker(config.dataFolder)) !== undefined) return;
  const [business] = await realAccounts(owner, 1);
  const oldest = business ?? (await allAccounts(owner).next()).value;
  if (oldest) await writeDatabaseMarker(config.dataFolder, oldest.id);
}

/** Maximum number of known accounts to look for. If none of them exists, it is another database. */
const KNOWN_ASKED_MAX = 1_000;

/** Bytes at the end of the head log that are searched for account ids. */
const KNOWN_BYTES_MAX = 256 * 1024;

async function accountsRecordedIn(dataFolder: string, marked: string | undefined): Promise<string[]> {
  const known = new Set(marked === undefined ? [] : [marked]);
  for (const account of await firstAccountsNoted(dataFolder, KNOWN_BYTES_MAX)) known.add(account);
  for await (const account of accountsWithHeads(dataFolder)) {
    if (known.size >= KNOWN_ASKED_MAX) break;
    known.add(account);
  }
  return [...known].slice(0, KNOWN_ASKED_MAX);
}

function refuse({ databaseUrl }: Config, text: TranslatedText): never {
  throw new StartupError([{ ...(databaseUrl !== undefined && { setting: 'DATABASE_URL' }), text }]);
}

const empty = (sign: string) => ({
  fr: `cette base est vide, alors que le dossier de données a été utilisé avec une autre (${sign}). Donnez l’adresse de la bonne base, ou restaurez une sauvegarde. Pour commencer sans aucun document, choisissez un autre dossier (FACTURIER_DATA).`,
  en: `this database is empty, but the data folder was used with another one (${sign}). Give the address of the right database, or restore a backup. To start without any document, choose another folder (FACTURIER_DATA).`,
});

const another = (account: string) => ({
  fr: `cette base n’est pas celle du dossier de données : elle ne contient aucun de ses comptes (${account}…). Donnez l’adresse de la bonne base ou le bon dossier (FACTURIER_DATA), ou restaurez les deux d’une même sauvegarde.`,
  en: `this database does not belong to the data folder: it has none of its accounts (${account}…). Give the address of the right database or the right folder (FACTURIER_DATA), or restore both from the same backup.`,
});
