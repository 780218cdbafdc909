import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { freshDatabase, testCluster } from '../../test/support/database/test-database.ts';
import { StartupError } from '../startup-error.ts';
import { knownMigrations, migrate } from './migrate.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

/** A folder of migrations: name → SQL. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-migrations-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
}

/**
 * An empty database without migrations: the connections of its owner and of the application's
 * role.
 */
async function emptyDatabase(): Promise<{ owner: pg.ClientConfig; serving: pg.ClientConfig }> {
  const cluster = await testCluster();
  const name = `migrate_${randomBytes(4).toString('hex')}`;
  await ask(cluster.superuser, `create database ${name} owner facturier_owner`);
  cleanUps.push(() => ask(cluster.superuser, `drop database ${name} with (force)`));
  return { owner: { ...cluster.ownerUrl, database: name }, serving: { ...cluster.serving, database: name } };
}

async function ask(settings: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(settings);
  await client.connect();
  return client
    .query(sql)
    .then((result) => result.rows)
    .finally(() => client.end());
}

const TWO = { '0001-first.sql': 'create table first ();', '0002-second.sql': 'create table second ();' };

test('migrations land in order, once', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf({ ...TWO, 'README.md': 'not one' });
  assert.deepEqual(await migrate(owner, folder), ['0001-first.sql', '0002-second.sql']);
  assert.deepEqual(await migrate(owner, folder), []);
  await writeFile(join(folder, '0003-third.sql'), 'create table third ();');
  assert.deepEqual(await migrate(owner, folder), ['0003-third.sql']);
});

test('a migration that fails leaves nothing of itself, and keeps those before it', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf({ ...TWO, '0002-second.sql': 'create table second (); select 1 / 0;' });
  await assert.rejects(migrate(owner, folder), /0002-second\.sql failed: division by zero/);
  assert.deepEqual(await ask(owner, "select to_regclass('first') is null as a, to_regclass('second') is null as b"), [
    { a: false, b: true },
  ]);
  await writeFile(join(folder, '0002-second.sql'), TWO['0002-second.sql']);
  assert.deepEqual(await migrate(owner, folder), ['0002-second.sql']);
});

test('processes that migrate at once land each migration once', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf(TWO);
  const landed = await Promise.all(Array.from({ length: 4 }, () => migrate(owner, folder)));
  assert.deepEqual(landed.flat().toSorted(), ['0001-first.sql', '0002-second.sql']);
});

test('a landed migration that was changed since is refused; other line ends are no change', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf({ '0001-first.sql': 'create table first ();\n' });
  await migrate(owner, folder);
  await writeFile(join(folder, '0001-first.sql'), 'create table first ();\r\n');
  assert.deepEqual(await migrate(owner, folder), []);
  await writeFile(join(folder, '0001-first.sql'), 'create table premier ();\n');
  await assert.rejects(migrate(owner, folder), StartupError);
});

test('a migration that was mended says what it was: where it has landed so it stays, elsewhere it lands as it is; control: unsaid it is refused', async () => {
  const [{ owner }, { owner: later }] = [await emptyDatabase(), await emptyDatabase()];
  const folder = await folderOf(TWO);
  await migrate(owner, folder);
  const formerly = createHash('sha256').update(TWO['0002-second.sql']).digest('hex');
  const mended = 'create table if not exists second ();';
  await writeFile(join(folder, '0002-second.sql'), mended);
  await assert.rejects(migrate(owner, folder), StartupError);
  await writeFile(join(folder, '0002-second.sql'), `-- formerly ${formerly}\n${mended}`);
  await writeFile(join(folder, '0003-third.sql'), 'create table third ();');
  assert.deepEqual(await migrate(owner, folder), ['0003-third.sql']);
  assert.deepEqual(await migrate(later, folder), ['0001-first.sql', '0002-second.sql', '0003-third.sql']);
});

test('a database migrated by a newer version is refused', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, await folderOf(TWO));
  const older = await folderOf({ '0001-first.sql': TWO['0001-first.sql'] });
  await assert.rejects(migrate(owner, older), /0002-second\.sql/);
});

test('numbers with a gap, twice the same, or badly written are refused', async () => {
  const { owner } = await emptyDatabase();
  for (const name of ['0003-third.sql', '0001-again.sql', '2-second.sql', '0002-Second.sql']) {
    const folder = await folderOf({ '0001-first.sql': 'select 1;', [name]: 'select 1;' });
    await assert.rejects(migrate(owner, folder), StartupError, name);
  }
});

test("a fresh test database holds the project's migrations, is a file's own, and goes when dropped", async () => {
  const one = await freshDatabase();
  const other = await freshDatabase();
  const names = (await knownMigrations()).map(({ name }) => ({ name }));
  assert.deepEqual(await ask(one.serving, 'select name from public.facturier_migration order by number'), names);
  await ask(one.ownerUrl, 'create table mine ()');
  assert.deepEqual(await ask(other.ownerUrl, "select to_regclass('mine') as found"), [{ found: null }]);
  assert.deepEqual(await ask({ connectionString: one.databaseUrl }, 'select current_user as name'), [
    { name: 'facturier_owner' },
  ]);
  await Promise.all([one.drop(), other.drop()]);
  await assert.rejects(ask(one.ownerUrl, 'select'), { code: '3D000' });
});
