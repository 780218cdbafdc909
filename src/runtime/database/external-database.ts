import pg from 'pg';
import { StartupError, type TranslatedText } from '../../startup-error.ts';
import { createCitusRoles, hasCitus } from './citus-roles.ts';
import type { Database } from './database-handle.ts';

/** The role that serves requests: whatever the address's own user may do, serving connections may only do what it may. */
const SERVING_ROLE = 'facturier_app';

/** Oldest PostgreSQL whose SQL we use, as server_version_num. */
const OLDEST_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Checks the PostgreSQL that DATABASE_URL names and gives the two ways to connect to it: the address as it is for its
 * owner, and the same address in the serving role, which is made when missing. Refuses, naming DATABASE_URL: an address
 * that is none, one of another machine that does not say whether the way is encrypted (`sslmode`), a server that does not answer or is older than 15, a serving role that is missing and cannot be made,
 * or that row-level security does not bind. Where the engine that spreads tables over machines is in the database, the roles are
 * made on each of its nodes, and connections tell the nodes what they tell the entry.
 */
export async function openExternalDatabase(databaseUrl: string): Promise<Database> {
  const address = encryptedAddress(databaseUrl, 'DATABASE_URL');
  const spread = await asking(databaseUrl, async (owner) => {
    await requireVersion(owner);
    await makeServingRole(owner);
    const spreadable = await hasCitus(owner);
    if (spreadable) await makeRolesOfNodes(owner);
    return spreadable;
  });
  const servingUrl = withOptions(address, `-c role=${SERVING_ROLE}${spread ? ` ${TELLING_NODES}` : ''}`);
  await asking(servingUrl, requireBoundRole);
  return {
    ownerUrl: { connectionString: spread ? withOptions(address, OWNING_NODES) : databaseUrl },
    serving: { connectionString: servingUrl },
    embedded: false,
    ...(spread && { spread: true }),
    leave: async () => {},
  };
}

/**
 * The address of a replica in the serving role. Refuses, naming READ_DATABASE_URL, one that is none, and one of another machine
 * that does not say whether the way is encrypted.
 */
export const replicaAddress = (readDatabaseUrl: string): string =>
  withOptions(encryptedAddress(readDatabaseUrl, 'READ_DATABASE_URL'), `-c role=${SERVING_ROLE}`);

function encryptedAddress(address: string, setting: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) refuse(notAnAddress, setting);
  requireEncryptedWay(url, setting);
  return url;
}

/** What `set local` says travels to the nodes a transaction reaches: without it, row-level security shows nothing there. */
const TELLING_NODES = '-c citus.propagate_set_commands=local';
/** Triggers of tables that are spread touch rows of the same account alone, which are on the same node; changes of all go one node after the other. */
const OWNING_NODES = `${TELLING_NODES} -c citus.enable_unsafe_triggers=on -c citus.multi_shard_modify_mode=sequential`;

/**
 * The same address with settings of the connection. The role is asked for in the first message of a connection, and becomes
 * what `reset role` falls back to. It is put into the address itself because what an address says wins over what is said beside it.
 */
function withOptions(address: URL, settings: string): string {
  const url = new URL(address);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${settings}`.trim());
  return url.href;
}

/** Invoices and a password do not travel in the clear to another machine, unless the operator wrote that they may. */
function requireEncryptedWay({ hostname, searchParams }: URL, setting: string): void {
  const host = searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, '');
  const isHere = host === '' || host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  if (!isHere && !searchParams.has('sslmode') && !searchParams.has('ssl')) refuse(inTheClear, setting);
}

async function asking<T>(connectionString: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // The error's text names host, user or database, never the password.
    throw new StartupError([{ setting: 'DATABASE_URL', text: doesNotAnswer(wordsOf(error)) }], { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

async function requireVersion(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ num: string; version: string }>(
    "select current_setting('server_version_num') as num, current_setting('server_version') as version",
  );
  const [row] = rows;
  if (Number(row?.num) < OLDEST_VERSION) refuse(tooOld(row?.version ?? ''));
}

async function makeServingRole(owner: pg.Client): Promise<void> {
  try {
    await owner.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${SERVING_ROLE}') then create role ${SERVING_ROLE} nologin; end if;
    exception when duplicate_object or unique_violation then null; -- another process made it in the same instant
    end $$`);
    // Tried rather than asked: being a member is not enough since PostgreSQL 16, and a second grant of what one has may
    // not be one's to give.
    await owner.query(`set role ${SERVING_ROLE}`).catch(() => owner.query(`grant ${SERVING_ROLE} to current_user`));
    await owner.query('reset role');
  } catch (error) {
    refuse(roleNotMade(wordsOf(error)));
  }
}

async function makeRolesOfNodes(owner: pg.Client): Promise<void> {
  try {
    await createCitusRoles(owner);
  } catch (error) {
    refuse(rolesOfNodesNotMade(wordsOf(error)));
  }
}

async function requireBoundRole(serving: pg.Client): Promise<void> {
  const { rows } = await serving.query<{ name: string; free: boolean }>(
    'select current_user as name, rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  const [row] = rows;
  // A connection pooler in between may drop the option that asks for the role.
  if (row?.name !== SERVING_ROLE) refuse(roleNotTaken(row?.name ?? ''));
  if (row.free) refuse(roleNotBound);
}

function refuse(text: TranslatedText, setting = 'DATABASE_URL'): never {
  throw new StartupError([{ setting, text }]);
}

function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

const notAnAddress = {
  fr: 'ce n’est pas l’adresse d’un serveur PostgreSQL. Écrivez-la ainsi : postgresql://utilisateur:motdepasse@hote:5432/base',
  en: 'this is not the address of a PostgreSQL server. Write it like this: postgresql://user:password@host:5432/database',
};

const inTheClear = {
  fr: 'cette adresse est celle d’une autre machine et ne dit pas si le trajet est chiffré. Ajoutez ?sslmode=verify-full (recommandé), ou ?sslmode=disable si le réseau entre les deux est le vôtre.',
  en: 'this address is on another machine and does not say whether the way is encrypted. Add ?sslmode=verify-full (recommended), or ?sslmode=disable if the network in between is your own.',
};

const doesNotAnswer = (words: string) => ({
  fr: `le serveur PostgreSQL refuse ou ne répond pas (${words}). Vérifiez l’adresse, le mot de passe et que la base existe.`,
  en: `the PostgreSQL server refuses or does not answer (${words}). Check the address, the password and that the database exists.`,
});

const tooOld = (version: string) => ({
  fr: `ce serveur est PostgreSQL ${version} ; il faut la version 15 ou plus récente. Mettez-le à jour ou indiquez-en un autre.`,
  en: `this server is PostgreSQL ${version}; version 15 or newer is needed. Upgrade it or name another.`,
});

const roleNotMade = (words: string) => ({
  fr: `le rôle ${SERVING_ROLE} manque à l’utilisateur de cette adresse et n’a pas pu lui être donné (${words}). Faites exécuter par un administrateur du serveur : create role ${SERVING_ROLE} nologin; grant ${SERVING_ROLE} to <utilisateur>;`,
  en: `the user of this address lacks the role ${SERVING_ROLE} and could not be given it (${words}). Have an administrator of the server run: create role ${SERVING_ROLE} nologin; grant ${SERVING_ROLE} to <user>;`,
});

const rolesOfNodesNotMade = (words: string) => ({
  fr: `les tables de cette base peuvent être réparties sur plusieurs machines, mais les rôles qui servent n’ont pas pu être préparés sur chacune (${words}). Vérifiez que toutes répondent, puis faites exécuter sur chacune par un administrateur : create role ${SERVING_ROLE} login; create role facturier_across login;`,
  en: `the tables of this database can be spread over several machines, but the serving roles could not be prepared on each of them (${words}). Check that all of them answer, then have an administrator run on each: create role ${SERVING_ROLE} login; create role facturier_across login;`,
});

const roleNotTaken = (name: string) => ({
  fr: `les connexions restent dans le rôle ${name} au lieu de ${SERVING_ROLE}. Un intermédiaire (PgBouncer…) efface sans doute l’option « role » : indiquez l’adresse directe du serveur.`,
  en: `connections stay in the role ${name} instead of ${SERVING_ROLE}. Something in between (PgBouncer…) probably drops the option "role": give the server’s direct address.`,
});

const roleNotBound = {
  fr: `le rôle ${SERVING_ROLE} échappe au cloisonnement des comptes (superutilisateur ou BYPASSRLS). Retirez-lui ces droits : alter role ${SERVING_ROLE} nosuperuser nobypassrls;`,
  en: `the role ${SERVING_ROLE} escapes the separation of accounts (superuser or BYPASSRLS). Take these rights away: alter role ${SERVING_ROLE} nosuperuser nobypassrls;`,
};
