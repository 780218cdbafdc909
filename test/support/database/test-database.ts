import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { knownMigrations, migrate } from '../../../src/db/migrate.ts';
import type { EmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import type { ConnectionSettings, Database } from '../../../src/runtime/database/open-database.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';
import { testCluster, testClusterFolder } from './test-cluster.ts';

export { testCluster } from './test-cluster.ts';

/** A database of one test file (or one test), migrated and empty. */
export type FreshDatabase = Database & {
  /** The same database as an address, for a process that is given DATABASE_URL. */
  readonly databaseUrl: string;
  /** Deletes the database, whoever is still connected to it. */
  drop(): Promise<void>;
};

/**
 * Makes a migrated, empty database in the run's shared cluster, as a copy of a template that is
 * migrated once a run (file by file some 25 ms; page by page through the log it is ten times the
 * work); with `migrated: false` it has nothing in it. Close your own pools, then `drop()` it;
 * `leave()` does nothing, the cluster outlives it.
 */
export async function freshDatabase({ migrated = true } = {}): Promise<FreshDatabase> {
  const cluster = await testCluster();
  // In any case: roles are the cluster's, and two that migrate two databases at once would both
  // make them.
  const whole = await migratedTemplate(cluster);
  const template = migrated ? whole : 'template1';
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(cluster, (admin) =>
    admin.query(`create database ${name} template ${template} strategy file_copy owner facturier_owner`),
  );
  const ownerUrl = inDatabase(cluster.ownerUrl, name);
  return {
    ownerUrl,
    serving: inDatabase(cluster.serving, name),
    databaseUrl: addressOf(ownerUrl),
    embedded: true,
    leave: async () => {},
    drop: async () => {
      await administer(cluster, (admin) => dropWhenFree(admin, name));
    },
  };
}

/**
 * A pool that has ended says so before the server has noticed. Cutting its connections off in that
 * moment would raise an error in the test that closed them properly, so they are given a moment;
 * whoever stays longer is cut off.
 */
async function dropWhenFree(admin: pg.PoolClient, name: string): Promise<void> {
  for (let turn = 0; turn < DROP_TURNS; turn++) {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name]);
    if (!rowCount) break;
    await wait(DROP_POLL_MS);
  }
  await admin.query(`drop database if exists ${name} with (force)`);
}

/** How long a connection may take on a machine that is busy with other things. */
const CONNECT_MS_MAX = 60_000;
const DROP_TURNS = 50;
const DROP_POLL_MS = 10;

let template: Promise<string> | undefined;

/**
 * The migrated template, named after what it was migrated with, so that a changed migration makes
 * another.
 */
function migratedTemplate(cluster: EmbeddedDatabase): Promise<string> {
  template ??= (async () => {
    const name = `template_${(await migrationsHash()).slice(0, 16)}`;
    await withFileLock(join(testClusterFolder(), 'template.lock'), () => makeTemplate(cluster, name));
    return name;
  })();
  return template;
}

/** One hash of all migrations: two databases migrated from the same hash are alike. */
async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, sha256 } of await knownMigrations()) hash.update(`${name} ${sha256}\n`);
  return hash.digest('hex');
}

async function makeTemplate(cluster: EmbeddedDatabase, name: string): Promise<void> {
  await administer(cluster, async (admin) => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await proveInOneRound(admin, cluster);
    const unfinished = `${name}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} owner facturier_owner`);
    await migrate(inDatabase(cluster.ownerUrl, unfinished));
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  });
}

/**
 * Whoever connects proves his password by as many rounds of a hash as it was kept with: 4,096 take
 * a millisecond of each connection, of which a run makes thousands. Kept here with one.
 */
async function proveInOneRound(admin: pg.PoolClient, { ownerUrl, serving }: EmbeddedDatabase): Promise<void> {
  await admin.query('set scram_iterations = 1');
  for (const { user, password } of [ownerUrl, serving] as Socket[])
    await admin.query(`alter role ${user} password '${password}'`);
  await admin.query('reset scram_iterations');
}

/** One connection a process, kept for the next database; it does not keep the process alive. */
let admins: pg.Pool | undefined;

async function administer<T>(cluster: EmbeddedDatabase, work: (admin: pg.PoolClient) => Promise<T>): Promise<T> {
  if (!admins) {
    admins = new pg.Pool({ ...cluster.superuser, max: 1, allowExitOnIdle: true });
    admins.on('error', () => {});
  }
  const admin = await admins.connect();
  try {
    return await work(admin);
  } finally {
    admin.release();
  }
}

type Socket = Extract<ConnectionSettings, { host: string }>;

function inDatabase(settings: ConnectionSettings, database: string): Socket & { connectionTimeoutMillis: number } {
  return { ...(settings as Socket), database, connectionTimeoutMillis: CONNECT_MS_MAX };
}

function addressOf({ user, password, host, port, database }: Socket): string {
  return `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
