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

/** An empty, migrated database for one test file or test. */
export type FreshDatabase = Database & {
  /** The database URL, for a process started with DATABASE_URL. */
  readonly databaseUrl: string;
  /** Deletes the database and closes remaining connections. */
  drop(): Promise<void>;
};

/**
 * Creates an empty migrated database in the shared cluster, copied from a template migrated once
 * per run (25 ms per copy file by file, ten times as long through the log). `migrated: false`
 * leaves it empty. Close your pools, then call `drop()`; `leave()` does nothing because the cluster
 * outlives it.
 */
export async function freshDatabase({ migrated = true } = {}): Promise<FreshDatabase> {
  const cluster = await testCluster();
  // Also when not migrating: roles belong to the cluster, and two concurrent migrations would both
  // create them.
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
 * A closed pool reports before the server notices. Terminating its connections then would fail the
 * test that closed them, so they get a moment before they are cut.
 */
async function dropWhenFree(admin: pg.PoolClient, name: string): Promise<void> {
  for (let turn = 0; turn < DROP_TURNS; turn++) {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name]);
    if (!rowCount) break;
    await wait(DROP_POLL_MS);
  }
  await admin.query(`drop database if exists ${name} with (force)`);
}

/** Connection timeout on a busy machine. */
const CONNECT_MS_MAX = 60_000;
const DROP_TURNS = 50;
const DROP_POLL_MS = 10;

let template: Promise<string> | undefined;

/**
 * The migrated template, named by the hash of its migrations, so that a changed migration creates
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

/** One hash of all migrations: databases with the same hash are identical. */
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
 * Each connection hashes its password as many times as it was stored with: the default 4,096 takes
 * a millisecond, and a run opens thousands. Here it is 1.
 */
async function proveInOneRound(admin: pg.PoolClient, { ownerUrl, serving }: EmbeddedDatabase): Promise<void> {
  await admin.query('set scram_iterations = 1');
  for (const { user, password } of [ownerUrl, serving] as Socket[])
    await admin.query(`alter role ${user} password '${password}'`);
  await admin.query('reset scram_iterations');
}

/** One connection per process, kept for the next database; it does not keep the process alive. */
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
