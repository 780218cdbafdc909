import pg from 'pg';
import { StartupError, type TranslatedText } from '../../startup-error.ts';
import type { Database } from './database-handle.ts';

/**
 * The role that serves requests. Serving connections have only its rights, whatever the user of the
 * URL may do.
 */
const SERVING_ROLE = 'facturier_app';

/** Oldest supported PostgreSQL, as server_version_num. */
const OLDEST_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Checks the PostgreSQL of DATABASE_URL and returns two ways to connect: as the owner, and in the
 * serving role, which is created if missing. Refuses, naming DATABASE_URL: an invalid URL, another
 * machine without `sslmode`, an unreachable server or one older than 15, and a serving role that
 * cannot be created or bypasses row-level security. With Citus, also creates the roles on each node
 * and passes session settings on to them.
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
 * URL of a replica in the serving role. Refuses, naming READ_DATABASE_URL, an invalid URL and
 * another machine without `sslmode`.
 */
export const replicaAddress = (readDatabaseUrl: string): string =>
  withOptions(encryptedAddress(readDatabaseUrl, 'READ_DATABASE_URL'), `-c role=${SERVING_ROLE}`);

function encryptedAddress(address: string, setting: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) refuse(notAnAddress, setting);
  requireEncryptedWay(url, setting);
  return url;
}

/**
 * Propagates `set local` to the nodes of a transaction: row-level security would hide all rows
 * there otherwise.
 */
const TELLING_NODES = '-c citus.propagate_set_commands=local';
/**
 * Triggers of sharded tables only touch rows of the same account, on the same node. Schema changes
 * run node by node.
 */
const OWNING_NODES = `${TELLING_NODES} -c citus.enable_unsafe_triggers=on -c citus.multi_shard_modify_mode=sequential`;

/**
 * Adds connection options to a URL. The role is set in the startup message, so `reset role` returns
 * to it. It must be in the URL, because URL options override separate ones.
 */
function withOptions(address: URL, settings: string): string {
  const url = new URL(address);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${settings}`.trim());
  return url.href;
}

/**
 * Invoices and passwords do not travel unencrypted to another machine unless the operator allows
 * it.
 */
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
    // The error names host, user or database, never the password.
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
    // Try it: membership is not enough since PostgreSQL 16, and we may lack the right to grant the
    // role again.
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
  // A connection pooler may drop the role option.
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
  fr: 'cette adresse est celle d’une autre machine et ne dit pas si la connexion est chiffrée. Ajoutez ?sslmode=verify-full (recommandé), ou ?sslmode=disable si le réseau entre les deux est le vôtre.',
  en: 'this address is on another machine and does not say whether the connection is encrypted. Add ?sslmode=verify-full (recommended), or ?sslmode=disable if the network in between is your own.',
};

const doesNotAnswer = (words: string) => ({
  fr: `le serveur PostgreSQL refuse la connexion ou ne répond pas (${words}). Vérifiez l’adresse, le mot de passe et que la base existe.`,
  en: `the PostgreSQL server refuses the connection or does not answer (${words}). Check the address, the password and that the database exists.`,
});

const tooOld = (version: string) => ({
  fr: `ce serveur est PostgreSQL ${version} ; il faut la version 15 ou plus récente. Mettez-le à jour ou indiquez-en un autre.`,
  en: `this server runs PostgreSQL ${version}; version 15 or newer is required. Upgrade it or use another one.`,
});

const roleNotMade = (words: string) => ({
  fr: `l’utilisateur de cette adresse n’a pas le rôle ${SERVING_ROLE}, qui n’a pas pu lui être donné (${words}). Un administrateur du serveur doit exécuter : create role ${SERVING_ROLE} nologin; grant ${SERVING_ROLE} to <utilisateur>;`,
  en: `the user of this address lacks the role ${SERVING_ROLE}, which could not be granted (${words}). An administrator of the server must run: create role ${SERVING_ROLE} nologin; grant ${SERVING_ROLE} to <user>;`,
});

const rolesOfNodesNotMade = (words: string) => ({
  fr: `cette base peut répartir ses tables sur plusieurs machines, mais les rôles du service n’ont pas pu être préparés sur chacune (${words}). Vérifiez que toutes répondent ; un administrateur doit ensuite exécuter sur chacune : create role ${SERVING_ROLE} login; create role facturier_across login;`,
  en: `this database can distribute its tables over several machines, but the service roles could not be prepared on each of them (${words}). Check that all of them answer; then an administrator must run on each: create role ${SERVING_ROLE} login; create role facturier_across login;`,
});

const roleNotTaken = (name: string) => ({
  fr: `les connexions restent dans le rôle ${name} au lieu de ${SERVING_ROLE}. Un intermédiaire (PgBouncer…) supprime sans doute l’option « role » : indiquez l’adresse directe du serveur.`,
  en: `connections stay in the role ${name} instead of ${SERVING_ROLE}. A connection pooler (PgBouncer…) probably drops the option "role": give the direct address of the server.`,
});

const roleNotBound = {
  fr: `le rôle ${SERVING_ROLE} contourne la séparation des comptes (superutilisateur ou BYPASSRLS). Retirez-lui ces droits : alter role ${SERVING_ROLE} nosuperuser nobypassrls;`,
  en: `the role ${SERVING_ROLE} bypasses the separation of accounts (superuser or BYPASSRLS). Remove these rights: alter role ${SERVING_ROLE} nosuperuser nobypassrls;`,
};

/**
 * Roles that nodes of a sharded database use among themselves, so that row-level security applies
 * there too.
 */
const ROLES = ['facturier_app', 'facturier_across'];

/** Whether the Citus extension is installed. */
async function hasCitus(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ known: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as known",
  );
  return rows[0]?.known === true;
}

/**
 * Creates the serving roles on every node of a sharded database, with login and the rights
 * functions need there. Contacts the nodes only if the coordinator lacks something, so that a start
 * does not wait for an unreachable node. Throws if a node refuses.
 */
async function createCitusRoles(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ count: string }>(
    `select count(*) from pg_roles where rolcanlogin and rolconfig @> array[$2]
      and (rolname = any($1) or rolname = current_user)`,
    [ROLES, `${NESTED}=on`],
  );
  if (Number(rows[0]?.count) === ROLES.length + 1) return;
  const made = await owner.query<{ success: boolean; result: string }>(
    "select success, result from run_command_on_all_nodes(replace($1, 'the_owner', current_user))",
    [MAKE],
  );
  const failed = made.rows.find(({ success }) => !success);
  if (failed) throw new Error(failed.result);
}

/** Functions on a node may query rows of the same account, which are on the same node. */
const NESTED = 'citus.allow_nested_distributed_execution';

// Each node creates its own roles: two nodes forwarding to each other would deadlock.
const MAKE = `do $$
  declare r text;
  begin
    perform set_config('citus.enable_create_role_propagation', 'off', true);
    perform set_config('citus.enable_alter_role_propagation', 'off', true);
    perform set_config('citus.enable_alter_role_set_propagation', 'off', true);
    foreach r in array array['${ROLES.join("', '")}', 'the_owner'] loop
      if exists (select from pg_roles where rolname = r) then execute format('alter role %I login', r);
      else execute format('create role %I login', r); end if;
      execute format('alter role %I set ${NESTED} = on', r);
    end loop;
  end $$`;
