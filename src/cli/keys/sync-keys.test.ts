import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/test-database.ts';
import { printed } from '../../../test/support/runner/captured-output.ts';
import { openChainSigner } from '../../audit/chain/open-chain-signer.ts';
import { readKeyFiles } from '../../audit/keys/key-folder.ts';
import { privateKeyIds } from '../../audit/keys/signing-key.ts';
import type { Config } from '../../config.ts';
import { createAccount } from '../../db/account/accounts.ts';
import { keysOfChainHeads } from '../../db/audit/chain-heads.ts';
import { openPool } from '../../db/connections/pool.ts';
import { recordActiveKey, recordedKeys, withKeyLock } from '../../db/installation/installation-keys.ts';
import { readConfig } from '../../read-config.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import { StartupError } from '../../startup-error.ts';
import { auditNewKey, auditRotateKey } from '../audit/audit.ts';
import type { CommandContext } from '../command-context.ts';
import { listKeys, recreateMissingKeys, replaceKey, shareKeys } from './list-and-replace.ts';
import { fetchSharedKeys, publishSharedKeys, syncKeys, withKeysFolderLock } from './sync-keys.ts';

// Here each machine is a data folder; tests cover what its start does with keys.

const NOW = 1_795_000_000;
const secret = () => randomBytes(32).toString('base64');

let database: FreshDatabase;
let owner: pg.Pool;
let folders: string;
beforeEach(async () => {
  database = await freshDatabase();
  owner = openPool(database.ownerUrl, { name: 'test owner', size: 8 });
  folders = await mkdtemp(join(tmpdir(), 'facturier machines '));
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  await rm(folders, { recursive: true });
});

const machine = (name: string, settings: Record<string, string> = {}): Config =>
  readConfig({ FACTURIER_DATA: join(folders, name), ...settings });
const inUse = () => keysOfChainHeads(owner);
const start = async (config: Config) => syncKeys({ config, owner, now: NOW }, await inUse());
const keysOf = ({ dataFolder }: Config) => readKeyFiles(join(dataFolder, 'keys'));
const privateKeysOf = async (config: Config) =>
  Object.entries(await keysOf(config)).filter(([path]) => !path.startsWith('public/'));
/** A command on a machine, beside the database. */
const commandOn = (config: Config) =>
  ({ config, owner, pool: owner, services: { now: () => NOW }, seal: undefined }) as unknown as CommandContext;
async function bills(config: Config): Promise<void> {
  const seal = await openChainSigner(config.dataFolder, { lock: withFileLock });
  let ids = 0;
  const newId = () => `01890a5d-ac96-774b-bcce-b30209${String(++ids).padStart(6, '0')}`;
  await createAccount(owner, { name: 'Mon entreprise', now: NOW, newId, seal });
  await seal.close();
}

/** Refused with a remedy in both languages; returns the English message. */
async function refused(starting: Promise<unknown>, setting?: string): Promise<string> {
  const error = await starting.then(
    () => assert.fail('it was not refused'),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof StartupError, String(error));
  const [problem] = error.problems;
  assert.equal(problem?.setting, setting);
  assert.match(problem?.text.fr ?? '', /KEYS_|keys share|Montez/);
  return problem?.text.en ?? '';
}

test('the first machine creates the keys; a second with its own data folder is refused and creates none', async () => {
  const first = machine('first');
  await start(first);
  assert.equal((await privateKeysOf(first)).length, 3);
  // Again, with a second process at the same time: nothing changes.
  const before = await keysOf(first);
  await Promise.all([start(first), start(first)]);
  assert.deepEqual(await keysOf(first), before);
  assert.match(await refused(start(machine('second'))), /audit\.key\.pem.*KEYS_FOLDER.*KEYS_SECRET/);
  assert.deepEqual(await keysOf(machine('second')), {});
});

test('a machine on which a single key differs is refused with the name of that key', async () => {
  const first = machine('first');
  await start(first);
  const elsewhere = machine('elsewhere');
  for (const path of ['webhook.key', 'portal.key', 'audit.key.pem']) {
    const second = machine(`with another ${path}`);
    await cp(first.dataFolder, second.dataFolder, { recursive: true });
    // Control: it starts when all keys match.
    await start(second);
    const text = path.endsWith('.pem') ? await otherSigningKey(elsewhere) : randomBytes(32).toString('base64');
    await writeFile(join(second.dataFolder, 'keys', path), text);
    assert.ok((await refused(start(second))).includes(path));
    await rm(join(second.dataFolder, 'keys', path));
    assert.ok((await refused(start(second))).includes(path), 'and without it');
  }
});

async function otherSigningKey(config: Config): Promise<string> {
  const seal = await openChainSigner(config.dataFolder, { lock: withFileLock });
  await seal.close();
  return (await keysOf(config))['audit.key.pem'] as string;
}

test('on a database of an older version without recorded keys, a new folder is refused and the original one is not', async () => {
  const first = machine('first');
  await bills(first);
  assert.match(await refused(start(machine('fresh'))), /is not in .*audit\.key\.pem/);
  const other = machine('other');
  await otherSigningKey(other);
  assert.match(await refused(start(other)), /does not belong to this database/);
  assert.deepEqual((await recordedKeys(owner)).audit, [], 'whoever was refused noted nothing');
  await start(first);
  assert.equal((await recordedKeys(owner)).audit.length, 1);
});

for (const [by, sharing] of [
  ['KEYS_SECRET', () => ({ KEYS_SECRET: secret() })],
  ['KEYS_FOLDER', () => ({ KEYS_FOLDER: join(folders, 'common') })],
] as const) {
  test(`with ${by}, machines started at once have the same keys, and so has a later one`, async () => {
    const settings = sharing();
    const machines = ['a', 'b', 'c', 'd'].map((name) => machine(name, settings));
    await Promise.all(machines.map(start));
    const later = machine('later', settings);
    await start(later);
    const keys = await Promise.all([...machines, later].map(keysOf));
    for (const each of keys) assert.deepEqual(each, keys[0]);
    assert.equal((await privateKeysOf(later)).length, 3);
    // Control: without the setting it is refused, because it has no keys.
    await refused(start(machine('without')), by === 'KEYS_SECRET' ? by : undefined);
  });

  test(`with ${by}, an installation that has keys shares them, and never overwrites those of another`, async () => {
    const first = machine('first');
    await start(first);
    const settings = sharing();
    assert.match(await refused(start(machine('early', settings))), /start the one that has the keys first/);
    await start(machine('first', settings));
    const stranger = machine('stranger', settings);
    await otherSigningKey(stranger);
    const theirs = await keysOf(stranger);
    assert.match(await refused(start(stranger)), /does not belong to this database/);
    assert.deepEqual(await keysOf(stranger), theirs);
  });

  test(`with ${by}, a key changed on one machine is fetched by another that was stopped or is running`, async () => {
    const settings = sharing();
    const [one, two, away] = ['one', 'two', 'away'].map((name) => machine(name, settings)) as [Config, Config, Config];
    for (const each of [one, two, away]) await start(each);
    await rm(join(one.dataFolder, 'keys', 'webhook.key'));
    await writeFile(join(one.dataFolder, 'keys', 'webhook.key'), 'garbled');
    await printed(() => replaceKey(commandOn(one), 'webhook', { json: true }));
    await printed(() => auditNewKeyOf(one));
    await fetchSharedKeys({ config: two, owner });
    assert.deepEqual(await privateKeysOf(two), await privateKeysOf(one));
    await start(away);
    assert.deepEqual(await privateKeysOf(away), await privateKeysOf(one));
  });
}

/** The signing key file of a machine is deleted. */
async function auditNewKeyOf(config: Config): Promise<void> {
  await rm(join(config.dataFolder, 'keys', 'audit.key.pem'));
  await auditNewKey(commandOn(config), { json: true });
}

test('a lost or changed secret is refused, and keys are shared again by a machine that has them', async () => {
  const [first, second] = [secret(), secret()];
  await start(machine('one', { KEYS_SECRET: first }));
  assert.match(await refused(start(machine('one')), 'KEYS_SECRET'), /set the same secret as on its other machines/);
  assert.match(await refused(start(machine('one', { KEYS_SECRET: second })), 'KEYS_SECRET'), /another secret/);
  const empty = machine('empty', { KEYS_SECRET: second });
  assert.match(await refused(shareKeysOn(empty)), /is not in/);
  const seen = async (config: Config) => JSON.parse(await printed(() => listKeys(commandOn(config), { json: true })));
  assert.deepEqual(
    (await seen(empty)).keys.map(({ here }: { here: boolean }) => here),
    [false, false, false],
  );
  await shareKeysOn(machine('one', { KEYS_SECRET: second }));
  const { keys, sealed } = await seen(machine('one'));
  assert.deepEqual([keys.every(({ here }: { here: boolean }) => here), sealed], [true, true]);
  await start(empty);
  assert.deepEqual(await keysOf(empty), await keysOf(machine('one')));
  await refused(start(machine('one', { KEYS_SECRET: first })), 'KEYS_SECRET');
  // Keys are no longer shared: machines that have them start without a secret.
  await shareKeysOn(machine('one'));
  await start(machine('empty'));
});

const shareKeysOn = (config: Config) => printed(() => shareKeys(commandOn(config), { json: true }));

test('the refusal names the key storage if it belongs to another installation or is unreachable', async () => {
  const common = join(folders, 'common');
  await start(machine('first', { KEYS_FOLDER: common }));
  await writeFile(join(common, 'portal.key'), randomBytes(32).toString('base64'));
  assert.match(await refused(start(machine('first', { KEYS_FOLDER: common })), 'KEYS_FOLDER'), /do not belong to this/);
  const file = join(folders, 'file');
  await writeFile(file, '');
  await refused(start(machine('first', { KEYS_FOLDER: file })), 'KEYS_FOLDER');
});

test('a running machine keeps its keys if the storage belongs to another installation or is incomplete', async () => {
  const common = join(folders, 'common');
  const one = machine('one', { KEYS_FOLDER: common });
  await start(one);
  const before = await keysOf(one);
  const shared = join(common, 'audit.key.pem');
  const whole = await readFile(shared, 'utf8');
  for (const there of [await otherSigningKey(machine('stranger')), undefined, whole.slice(0, 40)]) {
    await (there === undefined ? rm(shared) : writeFile(shared, there));
    await assert.rejects(fetchSharedKeys({ config: one, owner }));
    assert.deepEqual(await keysOf(one), before);
  }
  // Control: the installation's own keys are accepted.
  await writeFile(shared, whole);
  await rm(join(one.dataFolder, 'keys', 'portal.key'));
  await fetchSharedKeys({ config: one, owner });
  assert.deepEqual(await keysOf(one), before);
});

test('a machine that starts during a key change waits for it, and the change does not wait for the machine', async () => {
  const one = machine('one', { KEYS_FOLDER: join(folders, 'common') });
  await start(one);
  let started = false;
  const starting = await withKeysFolderLock(one, async () => {
    const starts = start(one).then(() => {
      started = true;
    });
    // A start that held the publish lock while waiting for the folder would collide with one of
    // these and fail it.
    for (let step = 0; step < 20; step++) await publishSharedKeys({ config: one, owner, now: NOW });
    assert.equal(started, false);
    return { starts };
  });
  await starting.starts;
  assert.ok(started);
});

test('a second concurrent key change is refused, and nothing is changed', async () => {
  const one = machine('one');
  await start(one);
  const before = await keysOf(one);
  const impatient = openPool({ ...database.ownerUrl, statement_timeout: 100 }, { name: 'test owner', size: 2 });
  const changing = () => auditRotateKey({ ...commandOn(one), owner: impatient }, { json: true });
  await withKeyLock(owner, 'change', async () => {
    const refusal = await changing().catch((error: unknown) => error);
    assert.ok(refusal instanceof StartupError, String(refusal));
    assert.match(refusal.problems[0]?.text.en ?? '', /another machine/);
  });
  await impatient.end();
  assert.deepEqual(await keysOf(one), before);
});

test('keys changed while a machine is about to fetch the previous ones are not reverted', async () => {
  const one = machine('one', { KEYS_FOLDER: join(folders, 'common') });
  await start(one);
  let fetching: Promise<unknown> = Promise.resolve();
  await withKeysFolderLock(one, async () => {
    fetching = fetchSharedKeys({ config: one, owner });
    // By now it has read everything it reads before taking the lock.
    for (let look = 0; look < 20; look++) await keysOf(one);
    await rm(join(one.dataFolder, 'keys', 'portal.key'));
    await recreateMissingKeys(commandOn(one), ['portal']);
    await publishSharedKeys({ config: one, owner, now: NOW });
  });
  const changed = await keysOf(one);
  await fetching;
  assert.deepEqual(await keysOf(one), changed);
});

test('no key is stored in plain text in the database, and its recorded fingerprint stays', async () => {
  const config = machine('one', { KEYS_SECRET: secret() });
  await start(config);
  const { rows } = await owner.query('select box from public.facturier_sealed_keys');
  const webhook = (await keysOf(config))['webhook.key'] as string;
  assert.ok(!rows[0].box.includes(webhook) && !rows[0].box.includes('PRIVATE KEY'));
  // Control: it would be found.
  assert.ok(JSON.stringify({ ...rows[0], webhook }).includes(webhook));
  await assert.rejects(owner.query("update public.facturier_key set fingerprint = repeat('a', 64)"), { code: '23514' });
  await assert.rejects(owner.query('delete from public.facturier_key'), { code: '23514' });
  // The second of two concurrent replacements is refused.
  const fingerprint = 'b'.repeat(64);
  await recordActiveKey(owner, { name: 'portal', fingerprint, now: NOW });
  const insert = "insert into public.facturier_key values ('portal', 2, repeat('c', 64), 1)";
  await assert.rejects(owner.query(insert), { code: '23514' });
  const serving = openPool(database.serving, { name: 'test app', size: 1 });
  await assert.rejects(serving.query('select from public.facturier_sealed_keys'), { code: '42501' });
  await serving.end();
});

test('a machine that was stopped while the signing key changed twice has the current one at its next start', async () => {
  const settings = { KEYS_FOLDER: join(folders, 'common') };
  const [one, away] = [machine('one', settings), machine('away', settings)];
  await start(one);
  await start(away);
  const alone = machine('one');
  for (let change = 0; change < 2; change++) {
    await printed(() => auditRotateKey(commandOn(alone), { json: true }));
    await shareKeysOn(one);
  }
  assert.notDeepEqual(privateKeyIds(away.dataFolder), privateKeyIds(one.dataFolder));
  // Control: if it brings no keys, the refusal names the cause.
  assert.match(await refused(start(machine('away'))), /was replaced by another machine/);
  await start(away);
  assert.deepEqual(privateKeyIds(away.dataFolder), privateKeyIds(one.dataFolder));
});
