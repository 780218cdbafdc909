import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { copyIntoNewCluster } from '../../src/cli/database/upgrade-database.ts';
import { copyDatabase } from '../../src/db/copy-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { clusterSite } from '../../src/runtime/cluster/cluster-location.ts';
import { postgresBinaries } from '../../src/runtime/cluster/postgres-binaries.ts';
import { type BothClusters, upgradeCluster } from '../../src/runtime/cluster/upgrade-cluster.ts';
import { discardDataFolder } from '../support/database/test-cluster.ts';
import { quickFolder } from '../support/runner/memory-folder.ts';
import { thisYear } from '../support/runner/today.ts';
import { until } from '../support/runner/wait-until.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';
import { clientOf, createPaidInvoice } from './create-invoice.ts';
import { isolatedSettings, ran, started } from './start-server.ts';

// Both clusters have the current version; `npm run upgrade-test` runs the same steps between two
// versions.

let parent: string;
let dataFolder: string;
let hooks: Receiver;
beforeAll(async () => {
  parent = await mkdtemp(join(quickFolder(), 'facturier upgrade '));
  await chmod(parent, 0o755);
  dataFolder = join(parent, 'data');
  hooks = await receiver({ clear: true });
});
afterAll(async () => {
  await hooks.close();
  await discardDataFolder(dataFolder);
  await rm(parent, { recursive: true, force: true });
});

async function upgraded(fill: (both: BothClusters) => Promise<unknown>): Promise<string> {
  const { copyBinariesInto } = await clusterSite(dataFolder);
  const binaries = await postgresBinaries({ copyInto: copyBinariesInto });
  const { kept } = await upgradeCluster(
    dataFolder,
    { old: binaries, new: binaries },
    async (both) => void (await fill(both)),
  );
  return kept;
}

const statement = async (settings: pg.ClientConfig, text: string) => {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

test('a database moved to another cluster keeps every row and a valid chain, and numbering continues', async () => {
  const settings = isolatedSettings(dataFolder, { ALLOWED_WEBHOOK_NETWORKS: '127.0.0.0/8' });
  const first = await started(settings);
  const key = first.welcome.keys?.test as string;
  const before = await clientOf(first.welcome, key);
  const hook = { url: `${hooks.url}hook`, events: ['invoice.finalized'] };
  hooks.behave((_, response) => void response.writeHead(503).end());
  await before.done('POST', '/v2/webhooks', hook);
  const one = await createPaidInvoice(first.welcome, key);
  const { next: cursor } = (await before.done('GET', '/v2/events')).json;
  before.close();
  assert.equal(one.number, `TEST-F-${thisYear()}-0001`);
  // The database is still open elsewhere: refused before anything is created.
  await assert.rejects(
    upgraded(async () => {}),
    { name: 'StartupError' },
  );
  assert.equal(await first.stop(), 0);

  let rows = 0;
  let links = 0;
  const kept = await upgraded(async (both) => {
    const { tables, verified } = await copyIntoNewCluster({ dataFolder }, both);
    assert.deepEqual(verified.findings, []);
    links = verified.links;
    rows = tables.find(({ table }) => table === 'billing.document')?.rows ?? 0;
  });
  assert.deepEqual([rows, links > 0], [1, true]);
  assert.equal(kept, join(dataFolder, 'postgres-18'));
  assert.ok(existsSync(join(kept, 'cluster', 'PG_VERSION')));

  hooks.received.length = 0;
  hooks.behave((_, response) => void response.end('ok'));
  const second = await started(settings);
  const two = await createPaidInvoice(second.welcome, key);
  assert.equal(two.number, one.number.replace('-0001', '-0002'));
  const { done, close } = await clientOf(second.welcome, key);
  assert.deepEqual((await done('GET', `/v2/billing/${one.id}`)).json, one);
  const { docs } = (await done('GET', `/v2/events?after=${cursor}`)).json;
  assert.deepEqual(
    docs.map(({ event }: { event: { type: string } }) => event.type),
    ['contact.created', 'invoice.created', 'invoice.finalized'],
  );
  // Waiting deliveries are retried, and later events are delivered.
  const told = () => hooks.received.map(({ body }) => JSON.parse(body).billing.number);
  await until('both deliveries', () => [one, two].every(({ number }) => told().includes(number)));
  close();
  assert.equal(await second.stop(), 0);
  assert.equal((await ran(['verify'], settings)).code, 0);
  // Nothing to do if the version is current.
  const again = await ran(['upgrade-database', '--json'], settings);
  assert.deepEqual(JSON.parse(again.out), { from: 18, to: 18, upgraded: false });
});

test('a row that differs after the copy stops the move, and the old database is unchanged', async () => {
  const { home } = await clusterSite(dataFolder);
  const before = await readFile(join(home, 'access.json'), 'utf8');
  const copy = async (both: BothClusters, meanwhile: string) => {
    await migrate(both.targetOwner);
    await statement(both.target, meanwhile);
    return copyDatabase(both.source, both.target, () => {});
  };
  const spoil = `create function spoil() returns trigger language plpgsql as 'begin new.created_at := 1; return new; end';
    create trigger spoil before insert on billing.account for each row execute function spoil();
    alter table billing.account enable always trigger spoil`;
  await assert.rejects(
    upgraded((both) => copy(both, spoil)),
    /billing.account differs after the copy: 1 rows, then 1/,
  );
  const { passwords } = JSON.parse(before);
  assert.deepEqual(JSON.parse(await readFile(join(home, 'access.json'), 'utf8')).passwords, passwords);
  // Control: without the corruption it succeeds.
  const kept = await upgraded((both) => copy(both, 'select'));
  assert.equal(kept, join(dataFolder, 'postgres-18-2'));
  assert.notDeepEqual(JSON.parse(await readFile(join(home, 'access.json'), 'utf8')).passwords, passwords);
});

test('after a move, events of a cluster with higher transaction IDs are followed by those of the new one', async () => {
  await upgraded(async (both) => {
    await migrate(both.targetOwner);
    await copyDatabase(both.source, both.target, () => {});
    await statement(
      both.target,
      `begin; set local session_replication_role = replica; update billing.event set position = '900000'::xid8; commit`,
    );
    const [last] = await statement(both.target, 'select * from billing.event order by place desc limit 1');
    const next = randomUUID();
    await statement(
      both.target,
      `select billing.tell('${last?.account_id}', ${last?.test}, '{${next}}', '{project.created}', '{${next}}', '{1}', '{"{}"}')`,
    );
    const behind = (order: string) =>
      statement(both.target, `select id from billing.event e where ${order} and account_id = '${last?.account_id}'`);
    assert.deepEqual(await behind(`test = ${last?.test} and place > ${last?.place}`), [{ id: next }]);
    // Control: by position, as former versions read events, it would never be delivered.
    assert.deepEqual(await behind(`(position, id) > ('${last?.position}', '${last?.id}')`), []);
  });
});

test('a move killed between the two renames is completed by the next command; without a complete copy it refuses', async () => {
  const settings = isolatedSettings(dataFolder);
  const { home } = await clusterSite(dataFolder);
  await mkdir(`${home}-next`);
  await rename(home, join(`${home}-next`, 'postgres'));
  assert.match((await ran(['account', 'list'], settings)).err, /Facturier does not start with an empty database/);
  await writeFile(join(`${home}-next`, 'ready'), '');
  assert.equal((await ran(['account', 'list'], settings)).code, 0);
  assert.equal(existsSync(`${home}-next`), false);
  assert.equal((await ran(['verify'], settings)).code, 0);
});

test('a database of another PostgreSQL version is refused at startup with the command to run', async () => {
  const { home } = await clusterSite(dataFolder);
  const version = join(home, 'cluster', 'PG_VERSION');
  await writeFile(version, '17\n');
  const refused = await ran(['account', 'list'], isolatedSettings(dataFolder));
  assert.equal(refused.code, 1);
  assert.match(refused.err, /was created by PostgreSQL 17, .* npx facturier upgrade-database/);
  await writeFile(version, '18\n');
  assert.equal((await ran(['account', 'list'], isolatedSettings(dataFolder))).code, 0);
});
