import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, chown, link, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { clusterSite, databaseUser, ROOT_STATE } from '../../src/runtime/cluster/cluster-location.ts';
import { changeOwner } from '../../src/runtime/privileges/change-owner.ts';
import { unreadableProgramFile } from '../../src/runtime/privileges/path-access.ts';
import { startedByRoot, systemUser } from '../../src/runtime/privileges/system-user.ts';
import { discardDataFolder } from '../support/database/test-cluster.ts';
import { thisYear, today } from '../support/runner/today.ts';
import { httpClient } from '../support/service/http-client.ts';
import { childrenOf, isolatedSettings, ran, type Started, started, usersOf } from './start-server.ts';

/**
 * These tests give up the rights of root, which only root has, on Linux. The check runs as root.
 */
const skip = await cannotTry();
const folders: string[] = [];
const services: Started[] = [];
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop().catch(() => {})));
  for (const folder of folders) {
    await discardDataFolder(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  }
});

async function newParent(mode: number): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'facturier root '));
  await chmod(parent, mode);
  folders.push(parent);
  return parent;
}

/** A free port only root may bind. */
async function freePortBelow1024(): Promise<number> {
  for (let port = 700; port < 1_024; port++) {
    const server = createServer().on('error', () => {});
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('every port below 1024 is taken');
}

async function serving(settings: Record<string, string>): Promise<Started> {
  const service = await started(settings);
  services.push(service);
  return service;
}

/** All files in a folder that belong to this user. */
function ownedBy(uid: number, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.uid === uid,
  );
}

async function billed(service: Started, key: string): Promise<{ number: string; pdf: string }> {
  const { address, authorityFile } = service.welcome;
  const { port } = new URL(address);
  const { ask, close } = httpClient({ port: Number(port), ca: await readFile(authorityFile) });
  try {
    const billingAddress = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
    const contact = await ask('/contact', { key, body: { firstname: 'Léa', lastname: 'Moreau', billingAddress } });
    const lines = [{ designation: 'Audit', quantity: 2, quantityUnit: 'day', unitPrice: 60_000, vatCode: 'FR_2000' }];
    const draft = await ask(`/v2/billing/invoice/${contact.json.id}`, { key, body: { lines } });
    const final = await ask(`/v2/billing/${draft.json.id}/finalize`, { key, method: 'PATCH', body: {} });
    assert.equal(final.status, 200, final.text);
    const { text } = await ask(`/v2/billing/${draft.json.id}/download`, { key });
    return { number: final.json.number, pdf: text.slice(0, 5) };
  } finally {
    close();
  }
}

test('a service started by root on a port below 1024 drops to the system user permanently and works', async (t) => {
  if (skip) t.skip(skip);
  const parent = await newParent(0o755);
  const dataFolder = join(parent, 'data');
  const { uid } = await systemUser(ROOT_STATE);
  const port = String(await freePortBelow1024());
  const service = await serving(isolatedSettings(dataFolder, { PORT: port }));
  assert.deepEqual(usersOf(service.pid), [`${uid} ${uid} ${uid} ${uid}`]);
  assert.equal(service.err().includes('⚠'), false, service.err());
  const key = service.welcome.keys?.test as string;
  const first = await billed(service, key);
  assert.deepEqual(first, { number: `TEST-F-${thisYear()}-0001`, pdf: '%PDF-' });
  // The processes it started do not run as root either.
  const children = childrenOf(service.pid);
  assert.ok(children.length > 0);
  for (const child of children) assert.deepEqual(usersOf(child), [`${uid} ${uid} ${uid} ${uid}`]);
  assert.deepEqual(ownedBy(0, dataFolder), []);
  assert.equal(statSync(join(dataFolder, 'keys', 'audit.key.pem')).mode & 0o777, 0o600);
  assert.equal((await clusterSite(dataFolder)).home, join(dataFolder, 'postgres'));

  // Root runs commands beside it; one writes a file only root may write.
  await chmod(parent, 0o755);
  const closed = join(parent, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const settings = isolatedSettings(dataFolder);
  assert.equal((await ran(['key', 'create', '--name', 'Later', '--test'], settings)).code, 0);
  const exported = await ran(['export', 'products', join(closed, 'products.csv')], settings);
  assert.equal(exported.code, 0, exported.err);
  assert.equal(statSync(join(closed, 'products.csv')).uid, 0);
  const year = join(closed, 'year.tar');
  const archived = await ran(['archive', '--from', `${thisYear()}-01-01`, '--to', today(), year], settings);
  assert.equal(archived.code, 0, archived.err);
  assert.equal(statSync(year).uid, 0);
  assert.equal((await ran(['verify', '--archive', year], settings)).code, 0);
  assert.equal((await ran(['verify'], settings)).code, 0);
  assert.deepEqual(ownedBy(0, dataFolder), []);
  assert.equal(await service.stop(), 0);

  // Another host name needs another certificate, whose files are written without root.
  const again = await serving(isolatedSettings(dataFolder, { PUBLIC_URL: 'https://factures.example.org' }));
  const certificate = new X509Certificate(await readFile(join(dataFolder, 'tls', 'cert.pem')));
  assert.ok(certificate.checkHost('factures.example.org'));
  assert.deepEqual(usersOf(again.pid), [`${uid} ${uid} ${uid} ${uid}`]);
  assert.equal(await again.stop(), 0);
  // Root's own files in the folder change owner at the next start.
  await chown(join(dataFolder, 'keys', 'audit.key.pem'), 0, 0);
  const examined = await ran(['doctor', '--json'], settings);
  assert.equal(examined.code, 0, examined.out);
  assert.match(examined.out, /root privileges dropped, running as user/);
  assert.equal(statSync(join(dataFolder, 'keys', 'audit.key.pem')).uid, uid);
});

test('if the system user has no access, root stays root; once it has, the database moves into the data folder', async (t) => {
  if (skip) t.skip(skip);
  const parent = await newParent(0o700);
  const dataFolder = join(parent, 'data');
  const outside = await serving(isolatedSettings(dataFolder));
  // Control: the same check detects root here.
  assert.deepEqual(usersOf(outside.pid), ['0 0 0 0']);
  assert.match(outside.err(), /⚠ the service still runs as root: the user \d+ cannot enter the data folder/);
  const away = outside.welcome.databaseFolder as string;
  assert.ok(away.startsWith(`${ROOT_STATE}/`));
  const examined = await ran(['doctor', '--json'], isolatedSettings(dataFolder));
  assert.equal(examined.code, 1);
  assert.match(examined.out, /the database is outside it, in \/var\/lib\/facturier\//);
  const key = outside.welcome.keys?.test as string;
  assert.equal((await billed(outside, key)).number.endsWith('-0001'), true);
  assert.equal(await outside.stop(), 0);

  await chmod(parent, 0o755);
  const inside = await serving(isolatedSettings(dataFolder, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }));
  assert.equal(inside.welcome.databaseFolder, undefined);
  // It loaded its code as root: afterwards the compiled code of root cannot be read.
  const cached = inside.err().match(/reading cache from .*/g) ?? [];
  assert.ok(cached.length > 1_000, `${cached.length} files were looked for in the compile cache`);
  // Services that other tests start as root may compile a file anew just before it is read.
  const denied = cached.filter((line) => line.includes('/src/') && line.includes('permission denied'));
  assert.ok(denied.length < 10, denied.join('\n'));
  assert.equal(existsSync(away), false);
  assert.equal(existsSync(join(dataFolder, 'postgres-folder')), false);
  assert.equal((await billed(inside, key)).number.endsWith('-0002'), true);
  assert.equal(await inside.stop(), 0);
  assert.equal((await ran(['verify'], isolatedSettings(dataFolder))).code, 0);
});

test('only files of root in the folder change owner: no followed links, no hard links, no pointer', async (t) => {
  if (skip) t.skip(skip);
  const parent = await newParent(0o755);
  const user = await systemUser(ROOT_STATE);
  const folder = join(parent, 'data');
  const elsewhere = join(parent, 'elsewhere');
  for (const each of [folder, elsewhere, join(folder, 'audit')]) await mkdir(each);
  for (const name of ['secret', 'other']) await writeFile(join(elsewhere, name), name);
  await chown(folder, user.uid, user.gid);
  await symlink(join(elsewhere, 'secret'), join(folder, 'audit', 'heads.jsonl'));
  await symlink(elsewhere, join(folder, 'keys'));
  await link(join(elsewhere, 'other'), join(folder, 'database.json'));
  await writeFile(join(folder, 'audit', 'plain'), '');
  await writeFile(join(folder, 'postgres-folder'), '/etc');
  changeOwner(folder, user);
  const uidOf = (path: string) => statSync(join(parent, path)).uid;
  assert.deepEqual(
    ['elsewhere', 'elsewhere/secret', 'elsewhere/other', 'data/postgres-folder'].map(uidOf),
    [0, 0, 0, 0],
  );
  // The owner of the regular file and its folder does change.
  assert.deepEqual(['data/audit', 'data/audit/plain'].map(uidOf), [user.uid, user.uid]);
  // A symbolic link out of root's folder is not followed.
  await assert.rejects(databaseUser(folder), { name: 'StartupError' });
  // A folder another user could replace is not entered.
  const theirs = join(parent, 'theirs');
  await mkdir(join(theirs, 'data'), { recursive: true });
  await chown(theirs, 65_534, 65_534);
  changeOwner(join(theirs, 'data'), user);
  assert.equal(uidOf('theirs/data'), 0);
});

test('a data folder that lost its database does not start empty, whatever remains in it', async () => {
  const dataFolder = join(await newParent(0o755), 'data');
  const settings = isolatedSettings(dataFolder);
  assert.equal((await ran(['account', 'create', '--name', 'Mon entreprise'], settings)).code, 0);
  const home = join(dataFolder, 'postgres');
  const kept = join(dataFolder, 'kept-away');
  await rename(home, kept);
  const gone = await ran(['account', 'list'], settings);
  assert.equal(gone.code, 1);
  assert.match(gone.err, /Facturier does not start with an empty database/);
  await mkdir(home);
  assert.match((await ran(['account', 'list'], settings)).err, /Facturier does not start with an empty database/);
  // Half of it, without the cluster files.
  await writeFile(join(home, 'access.json'), await readFile(join(kept, 'access.json')));
  if (process.getuid?.() === 0) await chmod(join(home, 'access.json'), 0o644);
  assert.match((await ran(['account', 'list'], settings)).err, /incomplete/);
  // Once restored, everything is there.
  await rm(home, { recursive: true });
  await rename(kept, home);
  assert.equal((await ran(['account', 'list'], settings)).code, 0);
});

async function cannotTry(): Promise<string | false> {
  if (!startedByRoot()) return 'only root can give up root: run the tests as root to try it';
  if (process.platform !== 'linux') return 'Facturier gives up root on Linux only';
  const unread = unreadableProgramFile(await systemUser(ROOT_STATE));
  return (
    unread !== undefined && `the system user cannot read ${unread}: put the clone into a folder that everybody may read`
  );
}
