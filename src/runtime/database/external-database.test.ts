import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { discardDataFolder } from '../../../test/support/database/test-cluster.ts';
import { StartupError } from '../../startup-error.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../cluster/embedded-database.ts';
import { type ConnectionSettings, openDatabase } from './open-database.ts';

/** Simulates another server: a separate cluster reached over TCP. */
let folder: string;
let server: EmbeddedDatabase;
const doors: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-given-'));
  server = await openEmbeddedDatabase(folder, { durable: false });
});

afterAll(async () => {
  for (const door of doors) door.close();
  await server.leave();
  await discardDataFolder(folder);
  await rm(folder, { recursive: true, force: true });
});

type Rewrite = { toServer?: [string, string]; toClient?: [string, string] };
type Socket = Extract<ConnectionSettings, { host: string }>;

/**
 * Opens a TCP port to the server and returns its URL; `rewrite` replaces words with others of the
 * same length.
 */
async function addressFor(login: 'ownerUrl' | 'superuser', rewrite: Rewrite = {}): Promise<string> {
  const { user, password, host, port } = server[login] as Socket;
  const door = createServer((client) => {
    const inner = connect(`${host}/.s.PGSQL.${port}`);
    for (const side of [client, inner]) side.on('error', () => {});
    client.pipe(replacing(rewrite.toServer)).pipe(inner);
    inner.pipe(replacing(rewrite.toClient)).pipe(client);
  });
  doors.push(door);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return `postgresql://${user}:${password}@127.0.0.1:${(door.address() as AddressInfo).port}/facturier`;
}

function replacing([from, to]: [string, string] = ['', '']): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, from ? Buffer.from(chunk.toString('latin1').replaceAll(from, to), 'latin1') : chunk);
    },
  });
}

async function open(databaseUrl: string) {
  return openDatabase({ dataFolder: '/nowhere', databaseUrl });
}

async function refusalOf(databaseUrl: string): Promise<string> {
  const refusal = await open(databaseUrl).catch((error: unknown) => error);
  assert.ok(refusal instanceof StartupError, String(refusal));
  assert.equal(refusal.problems[0]?.setting, 'DATABASE_URL');
  return refusal.problems[0]?.text.en ?? '';
}

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ ...server.superuser, database: 'facturier' } as pg.ClientConfig);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test('the user of the address migrates, and every serving connection has the application role', async () => {
  const database = await open(await addressFor('ownerUrl'));
  assert.equal(database.embedded, false);
  const pool = new pg.Pool({ ...database.serving, max: 2 });
  const who = 'select current_user as name, session_user as login';
  assert.deepEqual((await pool.query(who)).rows, [{ name: 'facturier_app', login: 'facturier_owner' }]);
  await pool.query('reset role');
  assert.deepEqual((await pool.query(who)).rows[0].name, 'facturier_app');
  await pool.end();
  const owner = new pg.Pool(database.ownerUrl);
  assert.deepEqual((await owner.query(who)).rows[0].name, 'facturier_owner');
  await owner.end();
  await database.leave();
});

test('options in the address are kept', async () => {
  const database = await open(`${await addressFor('ownerUrl')}?options=-c%20statement_timeout%3D1234`);
  const pool = new pg.Pool(database.serving);
  const { rows } = await pool.query("select current_user as name, current_setting('statement_timeout') as timeout");
  assert.deepEqual(rows, [{ name: 'facturier_app', timeout: '1234ms' }]);
  await pool.end();
});

test('a missing application role is created', async () => {
  await asSuperuser('drop owned by facturier_app; drop role facturier_app');
  await open(await addressFor('ownerUrl'));
  await open(await addressFor('ownerUrl'));
  const database = await open(await addressFor('superuser'));
  const pool = new pg.Pool(database.serving);
  assert.deepEqual((await pool.query('select current_user as name')).rows, [{ name: 'facturier_app' }]);
  await pool.end();
});

test('an application role that row-level security does not bind is refused', async () => {
  for (const right of ['superuser', 'bypassrls']) {
    await asSuperuser(`alter role facturier_app ${right}`);
    const refusal = await refusalOf(await addressFor('superuser'));
    await asSuperuser(`alter role facturier_app no${right}`);
    assert.match(refusal, /alter role facturier_app nosuperuser nobypassrls/);
  }
});

test('if the user may neither use nor create the application role, the refusal says what an administrator must do', async () => {
  await asSuperuser("create role stranger login password 'stranger'");
  const { port } = new URL(await addressFor('superuser'));
  const refusal = await refusalOf(`postgresql://stranger:stranger@127.0.0.1:${port}/facturier`);
  assert.match(refusal, /grant facturier_app to/);
});

test('a server older than PostgreSQL 15 is refused', async () => {
  const refusal = await refusalOf(await addressFor('ownerUrl', { toClient: ['180004', '140020'] }));
  assert.match(refusal, /15 or newer/);
});

test('a proxy in between that drops the role is detected', async () => {
  const dropped: [string, string] = ['-c role=facturier_app', '-c lock_timeout=12345'];
  assert.match(await refusalOf(await addressFor('ownerUrl', { toServer: dropped })), /PgBouncer/);
});

test('an address on another machine must state whether the connection is encrypted', async () => {
  assert.match(await refusalOf('postgresql://me:secret@db.example.com/bills'), /sslmode=verify-full/);
  assert.match(await refusalOf('postgresql://me:secret@[2001:db8::1]/bills'), /sslmode=verify-full/);
  assert.match(await refusalOf('postgresql:///bills?host=db.example.com'), /sslmode=verify-full/);
  // With sslmode set, it tries to connect: no server listens there.
  for (const said of ['sslmode=verify-full', 'sslmode=disable'])
    assert.doesNotMatch(await refusalOf(`postgresql://me@0.0.0.0:1/bills?${said}`), /sslmode=verify-full/);
});

test('an unreachable address is refused without repeating its password', async () => {
  const good = new URL(await addressFor('ownerUrl'));
  const { password } = good;
  const addresses = [
    'mysql://me@db/bills',
    'not an address',
    `postgresql://facturier_owner:${password}@127.0.0.1:1/facturier`,
    `postgresql://facturier_owner:${password}@127.0.0.1:${good.port}/no_such_database`,
    `postgresql://facturier_owner:wrong-${password}@127.0.0.1:${good.port}/facturier`,
  ];
  for (const address of addresses) assert.ok(!(await refusalOf(address)).includes(password), address);
});
