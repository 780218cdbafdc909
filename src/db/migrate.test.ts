import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, test } from 'vitest';
import { freshDatabase, testCluster } from '../../test/support/database/test-database.ts';
import { StartupError } from '../startup-error.ts';
import { isUpToDate, knownMigrations, migrate, misfitOf } from './migrate.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

/** A folder of migrations: name → SQL. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-migrations-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), sql);
  }
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

test('migrations run in order, once', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf({ ...TWO, 'README.md': 'not one' });
  assert.deepEqual(await migrate(owner, folder), ['0001-first.sql', '0002-second.sql']);
  assert.deepEqual(await migrate(owner, folder), []);
  await writeFile(join(folder, '0003-third.sql'), 'create table third ();');
  assert.deepEqual(await migrate(owner, folder), ['0003-third.sql']);
});

test('a failed migration leaves nothing behind, and earlier ones stay', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf({ ...TWO, '0002-second.sql': 'create table second (); select 1 / 0;' });
  await assert.rejects(migrate(owner, folder), /0002-second\.sql failed: division by zero/);
  assert.deepEqual(await ask(owner, "select to_regclass('first') is null as a, to_regclass('second') is null as b"), [
    { a: false, b: true },
  ]);
  await writeFile(join(folder, '0002-second.sql'), TWO['0002-second.sql']);
  assert.deepEqual(await migrate(owner, folder), ['0002-second.sql']);
});

test('processes that migrate at once run each migration once', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf(TWO);
  const landed = await Promise.all(Array.from({ length: 4 }, () => migrate(owner, folder)));
  assert.deepEqual(landed.flat().toSorted(), ['0001-first.sql', '0002-second.sql']);
});

test('a migration changed after it ran is refused; different line ends are not a change', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf({ '0001-first.sql': 'create table first ();\n' });
  await migrate(owner, folder);
  await writeFile(join(folder, '0001-first.sql'), 'create table first ();\r\n');
  assert.deepEqual(await migrate(owner, folder), []);
  await writeFile(join(folder, '0001-first.sql'), 'create table premier ();\n');
  await assert.rejects(migrate(owner, folder), StartupError);
});

test('a corrected migration with the hash of its old text is accepted where the old text ran, and runs elsewhere; control: without the hash it is refused', async () => {
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

/** A baseline in two files that stands for `TWO`, and the migration after it. */
const baselineOf = (replaced: string) => ({
  '0002-baseline/01-first.sql': `-- replaces 0002-second.sql ${replaced}\ncreate table first ();`,
  '0002-baseline/02-second.sql': 'create table second ();',
  '0003-third.sql': 'create table third ();',
});
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const BASELINE = baselineOf(sha256(TWO['0002-second.sql']));
const LANDED = 'select number, name from public.facturier_migration order by number';

test('a folder of files is one migration, and an empty database starts with it at its number', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf(BASELINE);
  assert.deepEqual(await migrate(owner, folder), ['0002-baseline', '0003-third.sql']);
  assert.deepEqual(await migrate(owner, folder), []);
  assert.deepEqual(await ask(owner, LANDED), [
    { number: 2, name: '0002-baseline' },
    { number: 3, name: '0003-third.sql' },
  ]);
});

test('a database at the last replaced migration continues after the baseline, which is not run', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, await folderOf(TWO));
  const folder = await folderOf(BASELINE);
  assert.deepEqual(await migrate(owner, folder), ['0003-third.sql']);
  assert.deepEqual(await migrate(owner, folder), []);
  const client = new pg.Client(owner);
  await client.connect();
  assert.equal(await isUpToDate(client, folder), true);
  await client.end();
});

test('a database with another text of the last replaced migration is refused', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, await folderOf(TWO));
  await assert.rejects(migrate(owner, await folderOf(baselineOf(sha256('another text')))), /0002-second\.sql/);
});

test('a database older than the baseline is refused in both languages, names the version to start first, and stays unchanged', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, await folderOf({ '0001-first.sql': TWO['0001-first.sql'] }));
  const refusal = await migrate(owner, await folderOf(BASELINE)).catch((error: unknown) => error);
  assert.ok(refusal instanceof StartupError);
  const [problem] = refusal.problems;
  assert.match(problem?.text.fr ?? '', /s’arrête à la migration 0001-first\.sql.*Démarrez une fois la version 0\.1/);
  assert.match(problem?.text.en ?? '', /stops at migration 0001-first\.sql.*Start version 0\.1 once/);
  assert.deepEqual(await ask(owner, LANDED), [{ number: 1, name: '0001-first.sql' }]);
  assert.deepEqual(await ask(owner, "select to_regclass('second') as second, to_regclass('third') as third"), [
    { second: null, third: null },
  ]);
});

test('copying a database older than the baseline to a new cluster is refused', async () => {
  const { owner } = await emptyDatabase();
  const folder = await folderOf(BASELINE);
  await assert.rejects(migrate(owner, folder, 1), StartupError);
  assert.deepEqual(await migrate(owner, folder, 2), ['0002-baseline']);
});

test('the baseline of this project stands for the migrations 0001 to 0077', async () => {
  const known = await knownMigrations();
  const last = '0077-excess-is-kept.sql';
  assert.equal(known[0]?.replaces?.name, last);
  const landed = [
    { name: '0076-webhooks-end-with-their-makers.sql', sha256: '' },
    { name: last, sha256: known[0]?.replaces?.sha256 ?? '' },
  ];
  assert.equal(misfitOf(landed, known), undefined);
  assert.deepEqual(misfitOf(landed.slice(0, 1), known), { kind: 'older', name: landed[0]?.name });
  assert.equal(misfitOf([{ name: 'no number', sha256: '' }], known)?.kind, 'changed');
});

test('numbers with a gap, duplicates or bad syntax are refused', async () => {
  const { owner } = await emptyDatabase();
  for (const name of ['0003-third.sql', '0001-again.sql', '2-second.sql', '0002-Second.sql']) {
    const folder = await folderOf({ '0001-first.sql': 'select 1;', [name]: 'select 1;' });
    await assert.rejects(migrate(owner, folder), StartupError, name);
  }
});

test("a fresh test database has the project's migrations, belongs to one test file, and is dropped", async () => {
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
