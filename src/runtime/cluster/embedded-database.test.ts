import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, test } from 'vitest';
import { discardDataFolder } from '../../../test/support/database/test-cluster.ts';
import { quickFolder } from '../../../test/support/runner/memory-folder.ts';
import { StartupError } from '../../startup-error.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../database/open-database.ts';
import { startedByRoot } from '../privileges/system-user.ts';
import { clusterSite } from './cluster-location.ts';

const HOLDER = fileURLToPath(new URL('../../../test/support/database/database-holder.ts', import.meta.url));
const ANSWER_MS = 90_000;

const folders: string[] = [];
const holders: ChildProcess[] = [];
afterAll(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  await Promise.all(folders.map(discardDataFolder));
});

/** A private data folder with a space in its path. */
async function newDataFolder(): Promise<string> {
  const parent = await mkdtemp(join(quickFolder(), 'facturier ground '));
  await chmod(parent, 0o700);
  folders.push(join(parent, 'data'), parent);
  return join(parent, 'data');
}

async function ask<T extends pg.QueryResultRow>(settings: ConnectionSettings, sql: string): Promise<T[]> {
  const client = new pg.Client(settings);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterOf(folder: string): Promise<number | undefined> {
  const { home } = await clusterSite(folder);
  const file = join(home, 'cluster', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

async function useAndLeave(folder: string, use: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataFolder: folder });
  try {
    await use(database);
  } finally {
    await database.leave();
  }
}

const PRESENT = `select 1 from pg_stat_activity where application_name = 'facturier presence'`;

type Holder = { process: ChildProcess; opened: Promise<number>; leave(): Promise<void>; kill(): Promise<void> };

/** Another process that uses the database. */
function holder(folder: string, runAs: { uid?: number; gid?: number } = {}): Holder {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ['pipe', 'pipe', 'pipe'], ...runAs });
  holders.push(child);
  const lines = createInterface({ input: child.stdout });
  const received: string[] = [];
  lines.on('line', (line) => received.push(line));
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  child.stdin.on('error', () => {});
  const hears = async (word: string) => {
    const deadline = performance.now() + ANSWER_MS;
    for (;;) {
      const line = received.find((each) => each.startsWith(word));
      if (line) return Number(line.split(' ')[1]);
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended || performance.now() > deadline) throw new Error(`no "${word}": ${complaint}`);
      await wait(10);
    }
  };
  const opened = hears('open');
  opened.catch(() => {});
  return {
    process: child,
    opened,
    leave: async () => {
      const ended = once(child, 'exit');
      child.stdin.write('leave\n');
      await hears('left');
      await ended;
    },
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('a first start creates a durable database that listens on a socket only and never runs as root', async () => {
  const folder = await newDataFolder();
  const database = await openDatabase({ dataFolder: folder });
  assert.equal(database.embedded, true);
  const [owner] = await ask(
    database.ownerUrl,
    'select current_user as name, rolsuper as super, rolcreaterole as maker from pg_roles where rolname = current_user',
  );
  assert.deepEqual(owner, { name: 'facturier_owner', super: false, maker: true });
  const [serving] = await ask(
    database.serving,
    'select current_user as name, rolsuper as super, rolbypassrls as free from pg_roles where rolname = current_user',
  );
  assert.deepEqual(serving, { name: 'facturier_app', super: false, free: false });
  const settings = "'fsync', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'jit', 'server_encoding'";
  const rows = await ask<{ name: string; setting: string }>(
    database.serving,
    `select name, setting from pg_settings where name in (${settings})`,
  );
  assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
    fsync: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    TimeZone: 'UTC',
    jit: 'off',
    server_encoding: 'UTF8',
  });
  await ask(database.ownerUrl, 'create extension pg_trgm');

  const pid = await postmasterOf(folder);
  assert.ok(pid);
  const { uid } = statSync(`/proc/${pid}`);
  assert.notEqual(uid, 0);
  assert.equal(uid, startedByRoot() ? uid : process.getuid?.());
  // Started as root, it runs a copy if the database user cannot enter the clone.
  const { home, copyBinariesInto } = await clusterSite(folder);
  const ran = readlinkSync(`/proc/${pid}/exe`);
  assert.equal(ran.startsWith('/var/lib/facturier/'), copyBinariesInto !== undefined);
  assert.equal(statSync(join(home, 'access.json')).mode & 0o777, 0o600);
  for (const part of ['cluster', 'socket']) assert.equal(statSync(join(home, part)).mode & 0o777, 0o700);
  // Access requires a password, even through the socket.
  await assert.rejects(
    ask({ ...(database.serving as { host: string }), password: 'guess' } as ConnectionSettings, 'select'),
    { code: '28P01' },
  );

  await database.leave();
  assert.equal(await postmasterOf(folder), undefined);
});

test('the second start creates nothing and finds what the first one wrote', async () => {
  const folder = await newDataFolder();
  const CLUSTER = 'select system_identifier::text as made from pg_control_system()';
  let made: unknown;
  await useAndLeave(folder, async ({ ownerUrl }) => {
    made = await ask(ownerUrl, CLUSTER);
    await ask(ownerUrl, 'create table kept as select 42 as answer');
  });
  await useAndLeave(folder, async ({ ownerUrl }) => {
    assert.deepEqual(await ask(ownerUrl, CLUSTER), made);
    assert.deepEqual(await ask(ownerUrl, 'select answer from kept'), [{ answer: 42 }]);
  });
});

test('processes share one PostgreSQL, survive each other, and the last one to exit stops it', async () => {
  const folder = await newDataFolder();
  const first = holder(folder);
  await first.opened;
  const pid = await postmasterOf(folder);
  const second = holder(folder);
  const third = holder(folder);
  await Promise.all([second.opened, third.opened]);
  await first.leave();
  assert.equal(await postmasterOf(folder), pid);
  await third.kill();
  // PostgreSQL notices a closed connection a moment later and counts it until then.
  await useAndLeave(folder, async ({ serving }) => {
    while ((await ask(serving, PRESENT)).length > 2) await wait(50);
  });
  await second.leave();
  assert.equal(await postmasterOf(folder), undefined);
});

test('five processes started at once on an empty folder share one PostgreSQL', async () => {
  const folder = await newDataFolder();
  const crowd = Array.from({ length: 5 }, () => holder(folder));
  await Promise.all(crowd.map((each) => each.opened));
  const { home } = await clusterSite(folder);
  const inHome = readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`-D\0${home}`);
    } catch {
      return false;
    }
  });
  assert.equal(inHome.length, 1);
  await Promise.all(crowd.map((each) => each.leave()));
  assert.equal(await postmasterOf(folder), undefined);
});

test('a start killed at any moment leaves nothing that blocks the next one', async () => {
  const folder = await newDataFolder();
  for (const afterMs of [120, 250, 400, 550, 700, 850]) {
    const victim = holder(folder);
    await wait(afterMs);
    await victim.kill();
  }
  await useAndLeave(folder, async ({ serving }) => {
    assert.deepEqual(await ask(serving, 'select current_user as name'), [{ name: 'facturier_app' }]);
  });
  assert.equal(await postmasterOf(folder), undefined);
  const { home } = await clusterSite(folder);
  const unfinished = readdirSync(dirname(home)).filter((name) =>
    name.startsWith(`${home.split('/').at(-1)}.unfinished`),
  );
  assert.deepEqual(unfinished, []);
});

test('committed data survives a kill of the process and of PostgreSQL', async () => {
  const folder = await newDataFolder();
  const database = await openDatabase({ dataFolder: folder });
  const victim = holder(folder);
  await victim.opened;
  await ask(database.ownerUrl, 'create table kept as select 42 as answer');
  const pid = await postmasterOf(folder);
  assert.ok(pid);
  await victim.kill();
  process.kill(pid, 'SIGKILL');
  // This process still uses the database, so it restarts it.
  const deadline = performance.now() + ANSWER_MS;
  for (;;) {
    const answer = await ask(database.ownerUrl, 'select answer from kept').catch((error: unknown) => error);
    if (Array.isArray(answer)) {
      assert.deepEqual(answer, [{ answer: 42 }]);
      break;
    }
    assert.ok(performance.now() < deadline, String(answer));
    await wait(50);
  }
  assert.notEqual(await postmasterOf(folder), pid);
  await database.leave();
  assert.equal(await postmasterOf(folder), undefined);
});

test('the process id of a stopped PostgreSQL may belong to any other process now', async () => {
  const folder = await newDataFolder();
  await useAndLeave(folder, async () => {});
  const { home } = await clusterSite(folder);
  const stale = [process.pid, join(home, 'cluster'), 1, 5432, join(home, 'socket'), '', '1 1', 'ready'].join('\n');
  await writeFile(join(home, 'cluster', 'postmaster.pid'), `${stale}\n`);
  await mkdir(join(home, 'socket'));
  await writeFile(join(home, 'socket', '.s.PGSQL.5432.lock'), `${stale}\n`);
  await useAndLeave(folder, async ({ serving }) => {
    assert.equal((await ask(serving, 'select 1 as one')).length, 1);
  });
});

test('two installations run side by side, wherever their folders are', async () => {
  const one = await newDataFolder();
  const other = join(await newDataFolder(), 'a folder so deep '.repeat(8), 'data');
  await useAndLeave(one, async (here) => {
    await useAndLeave(other, async (there) => {
      await ask(here.ownerUrl, 'create table mine ()');
      assert.deepEqual(await ask(there.ownerUrl, "select to_regclass('mine') as found"), [{ found: null }]);
    });
  });
  const { home } = await clusterSite(other);
  await discardDataFolder(other);
  assert.equal(existsSync(home), false);
});

test('an ordinary user keeps everything in their own folder, and root can join', async (t) => {
  // Only root can start programs as another user.
  const reason = nobodyCannotRun();
  if (reason) t.skip(reason);
  const nobody = { uid: 65_534, gid: 65_534 };
  const parent = await mkdtemp(join(quickFolder(), 'facturier-nobody-'));
  await chown(parent, nobody.uid, nobody.gid);
  const folder = join(parent, 'long path '.repeat(12), 'data');
  folders.push(folder, parent);
  const user = holder(folder, nobody);
  await user.opened;
  const pid = await postmasterOf(folder);
  assert.equal(statSync(`/proc/${pid}`).uid, nobody.uid);
  assert.equal((await clusterSite(folder)).home, join(folder, 'postgres'));
  const root = holder(folder);
  await root.opened;
  await user.leave();
  assert.equal(await postmasterOf(folder), pid);
  await root.leave();
  assert.equal(await postmasterOf(folder), undefined);
  await useAndLeave(folder, async () => {
    assert.equal(statSync(`/proc/${await postmasterOf(folder)}`).uid, nobody.uid);
  });
});

test('if the database of a data folder is missing, root gets an error instead of an empty database', async (t) => {
  // For other users there is no second folder that could be missing.
  if (!startedByRoot()) t.skip('only root has a cluster apart from the data folder');
  const folder = await newDataFolder();
  await useAndLeave(folder, async () => {});
  await rm((await clusterSite(folder)).home, { recursive: true });
  await assert.rejects(openDatabase({ dataFolder: folder }), StartupError);
});

test('a data folder that cannot be created is refused, naming its setting', async () => {
  const folder = await newDataFolder();
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(folder, 'a file');
  const refusal = await openDatabase({ dataFolder: join(folder, 'data') }).catch((error: unknown) => error);
  assert.ok(refusal instanceof StartupError);
  assert.equal(refusal.problems[0]?.setting, 'FACTURIER_DATA');
});

/** Only root can switch users, and the other user must be able to read this folder. */
function nobodyCannotRun(): string | false {
  // For other users there is no second folder that could be missing.
  if (!startedByRoot()) return 'only root can become another user';
  const folders: string[] = [];
  for (let folder = dirname(HOLDER); folder !== dirname(folder); folder = dirname(folder)) folders.push(folder);
  const closed = folders.find((folder) => (statSync(folder).mode & 0o001) === 0);
  return closed !== undefined && `another user cannot enter ${closed}, where the program of this test lies`;
}
