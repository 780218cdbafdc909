import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { restoreCluster } from '../../../src/runtime/cluster/restore-cluster.ts';
import { clusterHome, killPostgres, ownPostgres, verifyOwnBooks } from '../../support/database/own-postgres.ts';
import { discardDataFolder } from '../../support/database/test-cluster.ts';
import { longFormOnly } from '../../support/runner/long-form.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { seeded, seedOf } from '../../support/runner/seeded-random.ts';
import { until } from '../../support/runner/wait-until.ts';
import { httpClient } from '../../support/service/http-client.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { ran, ranHere } from '../../support/service/run-command.ts';
import { type Ground, ground, settingsOf, startProcess } from '../../support/service/server-process.ts';
import { type Receiver, receiver } from '../../webhooks/receiver.ts';

// DRILL_SEED repeats the fault positions; DRILL_SPOILT=50 corrupts more backups.

const PASSPHRASE = 'un cheval correct et sa pile';
const CLIENTS = 4;
const BILLED_MIN = 12;
/** Milliseconds between two invoices of a client: more invoices prove nothing more. */
const REST_MS = 25;
const SPOILT_COPIES = Number(process.env.DRILL_SPOILT ?? 3);

type Billed = { id: string; number: string };

let folder: string;
let file: string;
let on: Ground;
let key: string;
let customerId: string;
let hooks: Receiver;
/** Acknowledged to clients before the backup was requested, and after it was done. */
let before_: Billed[];
let afterwards: Billed[];
/** The last event a reader received before the backup. */
let cursor: string;
/** Copies of the folder made without the backup command. */
let naive: string;

/** PostgreSQL deletes this file of its cache at any time, and writes it again. */
const isLasting = (path: string): boolean => !path.includes('pg_internal.init');

beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier drill '));
  file = join(folder, 'copy.tar.gz');
  naive = join(folder, 'naive');
  on = await ownPostgres();
  hooks = await receiver({ clear: true });
  const server = await startProcess(on);
  key = server.welcome.keys?.live as string;
  customerId = await firstCustomer(on, server, key);
  const { ask, close } = httpClient({ port: server.port, ca: await on.ca() });
  const hook = { url: `${hooks.url}hook`, events: ['invoice.finalized'], isActivated: true };
  assert.equal((await ask('/webhook', { method: 'POST', key, body: hook })).status, 201);

  const client = await patientClient(on, { key, ports: [server.port] });
  const billed: Billed[] = [];
  const working = { stop: false };
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, (_, at) => bill(client, { at, customerId, billed, working })),
  );
  await until('enough is billed before the copy', () => billed.length >= BILLED_MIN);
  before_ = [...billed];
  cursor = (await ask('/v2/events?limit=100', { key })).json.next;
  await cp(join(await clusterHome(on.dataFolder), 'cluster', 'base'), join(naive, 'base'), {
    recursive: true,
    filter: isLasting,
  });

  const copied = await ran(environment(on.dataFolder), 'backup', file, '--with-keys', '--json');
  assert.equal(copied.code, 0, copied.err);
  const atEnd = billed.length;
  await until('more is billed after the copy', () => billed.length >= atEnd + BILLED_MIN);
  await checkpoint(on.dataFolder);
  await cp(await clusterHome(on.dataFolder), join(naive, 'home'), {
    recursive: true,
    filter: (path) => isLasting(path) && !/\/base$|socket/.test(path),
  });
  working.stop = true;
  await clients;
  afterwards = billed.slice(atEnd);
  await server.kill();
  await killPostgres(on.dataFolder);
  client.close();
  close();
});
afterAll(async () => {
  await on.discard();
  await hooks.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup made while clients bill', () => {
  test('after the machine is lost, the restore is complete, and billing, feed and deliveries continue', async () => {
    const back = await ownPostgres(join(folder, 'back'));
    try {
      const restored = await ran(onTerminal(environment(back.dataFolder)), 'restore', file, '--json');
      assert.equal(restored.code, 0, restored.out + restored.err);
      const said = JSON.parse(restored.out);
      const shown = [...restored.err.matchAll(/(\d+) %/g)].map(([, percent]) => Number(percent));
      // The number of repetitions depends on how long one takes.
      assert.equal(shown[0], 0, `what is done, as it is done: ${shown.join()}`);
      assert.deepEqual(
        shown,
        shown.toSorted((a, b) => a - b),
      );
      assert.deepEqual([said.intact, said.keys, said.findings], [true, 'restored', []]);

      const server = await startProcess(back);
      assert.equal(server.welcome.keys, undefined, 'it is not a new installation');
      const client = await patientClient(back, { key, ports: [server.port] });
      for (const { id, number } of before_) {
        const kept = await client.once(`/v2/billing/invoice/${id}`, {});
        assert.equal(kept?.json.number, number);
      }
      const missing = await Promise.all(afterwards.map(({ id }) => client.once(`/v2/billing/invoice/${id}`, {})));
      assert.ok(
        missing.every((answer) => answer?.status === 404),
        'control: what came after the copy is not in it',
      );

      hooks.received.length = 0;
      const billed: Billed[] = [];
      const once = { stop: true };
      for (let at = 0; at < 3; at++) await bill(client, { at: 100 + at, customerId, billed, working: once });
      const told = await eventsAfter(client, cursor);
      for (const { id } of billed) assert.ok(told.includes(id), 'a reader reads on from where it was');
      await until('new deliveries', () =>
        billed.every(({ id }) => hooks.received.some(({ body }) => body.includes(id))),
      );
      client.close();
      assert.equal(await server.stop(), 0);

      const { problems, documents } = await verifyOwnBooks(back.dataFolder);
      assert.deepEqual(problems, []);
      assert.ok(documents.length >= before_.length + 3);
    } finally {
      await back.discard();
    }
  });

  test('backup and restore refuse the external database of DATABASE_URL and name the command to run instead', async () => {
    const elsewhere = await ground();
    try {
      for (const [command, said] of [
        ['backup', /pg_dump/],
        ['restore', /pg_restore/],
      ] as const) {
        const { code, out, err } = await ran(
          settingsOf(elsewhere),
          command,
          join(folder, 'of-a-server.tar.gz'),
          '--json',
        );
        assert.equal(code, 1, out + err);
        assert.equal(JSON.parse(out).refused, 'not_embedded', command);
        assert.match(out, said);
      }
    } finally {
      await elsewhere.discard();
    }
  });

  test('without its keys it restores completely and says that the service needs the keys', async (t) => {
    if (longFormOnly) t.skip(longFormOnly);
    const into = join(folder, 'without keys');
    try {
      const { code, out, err } = await ran(environment(into), 'restore', file, '--without-keys');
      assert.equal(code, 0, out + err);
      assert.match(out, /audit new-key --lost/);
      for (const lost of [/webhook secrets/, /portal\.key/, /certificate/]) assert.match(out, lost);
      await assert.rejects(stat(join(into, 'keys', 'audit.pem')), { code: 'ENOENT' });
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  });

  test(`with one byte changed in any of ${SPOILT_COPIES} places it is refused, and nothing is restored`, async () => {
    const seed = seedOf('DRILL_SEED');
    const chance = seeded(seed);
    console.log(`DRILL_SEED=${seed}`);
    const spoilt = join(folder, 'spoilt.tar.gz');
    const into = join(folder, 'never');
    const { size } = await stat(file);
    for (const at of [0, size - 1, ...Array.from({ length: SPOILT_COPIES - 2 }, () => chance.int(1, size - 2))]) {
      await cp(file, spoilt);
      await spoil(spoilt, at);
      // A refusal does not reach the database: all but one run in this process.
      const run = at === 0 ? ran : ranHere;
      const { code, out, err } = await run(environment(into), 'restore', spoilt, '--json');
      assert.equal(code, 1, `byte ${at}`);
      assert.doesNotMatch(err, /%/, 'control: without a terminal no progress');
      assert.match(JSON.parse(out).refused, /^(damaged|not_a_backup)$/, `byte ${at}`);
      await assert.rejects(stat(into), { code: 'ENOENT' });
    }
  });

  test('control: without checksums, a changed backup starts, and only reading the data reveals the damage', async (t) => {
    if (longFormOnly) t.skip(longFormOnly);
    const into = join(folder, 'unchecked');
    try {
      const spoilt = await restoredUnchecked(into, before_[0] as Billed);
      assert.ok(spoilt > 0, 'the number of a document stands in the files');
      const books = verifyOwnBooks(into);
      await assert.rejects(books, /invalid page|checksum/i);
    } finally {
      await discardDataFolder(into);
    }
  });

  test('control: a folder copied file by file during writes is inconsistent', async (t) => {
    if (longFormOnly) t.skip(longFormOnly);
    const into = join(folder, 'copied');
    const home = join(into, 'postgres');
    try {
      await cp(on.dataFolder, into, {
        recursive: true,
        filter: (path) => !/postgres|lock/.test(path.slice(on.dataFolder.length)),
      });
      await cp(join(naive, 'home'), home, { recursive: true });
      await cp(join(naive, 'base'), join(home, 'cluster', 'base'), { recursive: true });
      await rm(join(home, 'cluster', 'postmaster.pid'), { force: true });
      const problems = await verifyOwnBooks(into).then(
        (books) => books.problems,
        (error) => [String(error)],
      );
      assert.notDeepEqual(problems, []);
    } finally {
      await discardDataFolder(into);
    }
  });
});

const environment = (dataFolder: string) => ({
  ...{ FACTURIER_DATA: dataFolder, DATABASE_URL: '', PORT: '0', HTTP_PORT: '0' },
  FACTURIER_BACKUP_PASSPHRASE: PASSPHRASE,
});

/** The same with the messages a command prints to a terminal beside its result. */
const onTerminal = (settings: Record<string, string>) => ({
  ...settings,
  NODE_OPTIONS: '--import=data:text/javascript,process.stderr.isTTY=true',
});

/** A client that creates and finalizes invoices until it is stopped, at least one. */
async function bill(
  client: PatientClient,
  given: { at: number; customerId: string; billed: Billed[]; working: { stop: boolean } },
): Promise<void> {
  const { at, customerId, billed, working } = given;
  for (let turn = 0; turn === 0 || !working.stop; turn++) {
    const name = `${at}-${turn}`;
    const create = { method: 'POST', body: { title: name, lines: ONE_LINE } };
    const { id } = (await client.insist(`/v2/billing/invoice/${customerId}`, create, `make-${name}`)).json;
    const sealed = await client.insist(`/v2/billing/${id}/finalize`, { method: 'PATCH' }, `seal-${name}`);
    billed.push({ id, number: sealed.json.number });
    await wait(REST_MS);
  }
}

/** All events after a given one, as text. */
async function eventsAfter(client: PatientClient, event: string): Promise<string> {
  let told = '';
  for (let after = event; ; ) {
    const { docs, hasMore, next } = (await client.once(`/v2/events?after=${after}&limit=100`, {}))?.json ?? {};
    told += JSON.stringify(docs);
    if (!hasMore) return told;
    after = next;
  }
}

async function checkpoint(dataFolder: string): Promise<void> {
  const database = await openEmbeddedDatabase(dataFolder, { keepRunning: true });
  const client = new pg.Client(database.superuser);
  await client.connect();
  await client.query('checkpoint');
  await client.end();
  await database.leave();
}

async function spoil(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  await handle.write(Buffer.from([(byte[0] as number) ^ 0x10]), 0, 1, at);
  await handle.close();
}

/**
 * Unpacks without checks, with one byte of a document changed; returns the number of files changed.
 */
async function restoredUnchecked(into: string, { number }: Billed): Promise<number> {
  let spoilt = 0;
  await restoreCluster(into, {
    fill: async (cluster) => {
      const untar = extract();
      createReadStream(file).pipe(createGunzip()).pipe(untar);
      for await (const entry of untar) {
        const { name, type } = entry.header;
        const parts: Buffer[] = [];
        for await (const part of entry) parts.push(part as Buffer);
        if (!name.startsWith('cluster/')) continue;
        const to = join(cluster, name.slice('cluster/'.length));
        await mkdir(type === 'directory' ? to : dirname(to), { recursive: true, mode: 0o700 });
        if (type === 'directory') continue;
        const bytes = Buffer.concat(parts);
        const found = name.startsWith('cluster/base/') ? bytes.indexOf(number) : -1;
        if (found >= 0) {
          spoilt += 1;
          bytes[found + number.length - 1] = (bytes[found + number.length - 1] as number) ^ 1;
        }
        await writeFile(to, bytes, { mode: 0o600 });
      }
    },
  });
  return spoilt;
}
