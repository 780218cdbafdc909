import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { newPerson } from '../../../test/people/people-fixtures.ts';
import type { Browser } from '../../../test/support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { saveBackupProgress, saveBackupState } from '../../backup/kept-backups.ts';
import { openInstallation } from '../../cli/installation.ts';

const PASSPHRASE = 'un cheval correct et sa pile';
const PATH = '/v2/installation/backup';
let service: ServiceOverHttps;
let owner: Browser;
let member: Browser;
let folder: string;
let dataFolder: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'zoe@exemple.fr', first: true });
  member = await newPerson(service, { email: 'marc@exemple.fr', role: 'member' });
  folder = await mkdtemp(join(tmpdir(), 'facturier copies é '));
  dataFolder = await mkdtemp(join(tmpdir(), 'facturier data '));
  await open();
});
afterAll(async () => {
  await service.close();
  for (const made of [folder, dataFolder]) await rm(made, { recursive: true });
});

type Given = Partial<Parameters<typeof openInstallation>[0]['config']> & { isEmbedded?: boolean };

async function open({ isEmbedded = true, ...config }: Given = {}) {
  const { environment, pool, now } = service.services;
  const opened = await openInstallation({
    config: { settingsOnScreens: true, dataFolder, ...config },
    ...{ owner: service.owner, pool, secrets: environment.webhooks.secrets, environment, now },
    ...{ isSharded: false, isEmbedded },
  });
  environment.installation = opened;
  return opened;
}
const put = (body: object, who = owner) => who.ask(PATH, { method: 'PUT', body });
const STORE = { host: 'store.invalid', bucket: 'copies', prefix: 'zoe', region: 'fr-par', keyId: 'SCW1' };

test('set-backup tries the folder, keeps the passphrase encrypted, and queues the first backup; get-backup-setting shows neither', async () => {
  const before = await owner.ask(PATH);
  assert.deepEqual([before.json.source, before.json.folder, before.json.isOld], ['none', null, true], before.text);
  const { status, json, text } = await put({ folder, at: '04:15', passphrase: PASSPHRASE });
  assert.equal(status, 200, text);
  assert.deepEqual([json.source, json.folder, json.at, json.hasPassphrase], ['screen', folder, '04:15', true]);
  assert.deepEqual(await readdir(folder), [], 'the test file is gone');
  const { rows } = await service.owner.query("select value from public.facturier_setting where name = 'backup'");
  for (const shown of [text, (await owner.ask(PATH)).text, rows[0].value]) assert.ok(!shown.includes(PASSPHRASE));
  const opened = await open();
  assert.deepEqual(opened.backup.inUse(), {
    backup: { folder, at: { hour: 4, minute: 15 } },
    backupPassphrase: PASSPHRASE,
  });
  // Absent: it stays. Null: it goes.
  assert.equal((await put({ folder })).json.hasPassphrase, true);
  assert.equal((await put({ folder, passphrase: null })).json.hasPassphrase, false);
});

test('a folder that cannot be written, a store that does not answer, and a short passphrase are refused at their field', async () => {
  const file = join(folder, 'a file');
  await writeFile(file, '');
  const cases: [object, number, string, string][] = [
    [{ folder: join(file, 'x') }, 422, 'installation.backup_place_unusable', 'folder'],
    [{ store: { ...STORE, secret: 'tout bas' } }, 422, 'installation.backup_place_unusable', 'store.host'],
    [{ store: STORE }, 400, 'installation.backup_secret_needed', 'store.secret'],
    [{}, 400, 'installation.backup_place_needed', 'folder'],
    [{ folder, store: { ...STORE, secret: 'x' } }, 400, 'installation.backup_place_needed', 'folder'],
    [{ folder: 'sauvegardes' }, 400, 'input.invalid', 'folder'],
    [{ folder, passphrase: 'court' }, 400, 'input.invalid', 'passphrase'],
  ];
  for (const [body, status, code, property] of cases) {
    const answer = await put(body);
    assert.equal(answer.status, status, answer.text);
    if (code !== 'input.invalid') assert.equal(answer.json.code, code);
    assert.equal(answer.json.errors[0].property, property, answer.text);
    assert.ok(!answer.text.includes('tout bas'));
  }
  await rm(file);
});

test('the secret key of a store is kept for the same host and key only', async () => {
  const opened = await open();
  const place = { store: STORE };
  await opened.backup.store({ place, at: '02:30', storeSecret: 'tout bas' }, { by: service.services.newId(), at: 1 });
  const keeps = (more: object) => opened.backup.keepsSecretOf({ store: { ...STORE, ...more } });
  assert.deepEqual([keeps({}), keeps({ bucket: 'autre' })], [true, true]);
  assert.deepEqual([keeps({ host: 'autre.invalid' }), keeps({ keyId: 'SCW2' })], [false, false]);
  const { backup } = opened.backup.inUse() ?? {};
  assert.ok(backup && 'bucket' in backup);
  assert.deepEqual([backup.bucket.endpoint, backup.bucket.secret], ['https://store.invalid', 'tout bas']);
  assert.ok(!(await owner.ask(PATH)).text.includes('tout bas'));
});

test('back-up-now answers at once with its progress; the age of the last backup warns after two days, and a failure is shown', async () => {
  await put({ folder });
  const begun = await owner.ask(`${PATH}/run`, { method: 'POST', body: {} });
  assert.equal(begun.status, 200, begun.text);
  assert.deepEqual(begun.json.running, { startedAt: service.clock.now, done: 0, about: 0 });
  await saveBackupProgress(dataFolder, { startedAt: 1, at: service.clock.now, done: 50, about: 200 });
  assert.deepEqual((await owner.ask(PATH)).json.running, { startedAt: 1, done: 50, about: 200 });
  await saveBackupProgress(dataFolder, { startedAt: 1, at: service.clock.now - 121, done: 50, about: 200 });
  assert.equal((await owner.ask(PATH)).json.running, null, 'its process was killed');
  const aged = async (seconds: number) => {
    await saveBackupState(dataFolder, { at: service.clock.now - seconds });
    return (await owner.ask(PATH)).json;
  };
  assert.equal((await aged(2 * 86_400)).isOld, false);
  const old = await aged(2 * 86_400 + 1);
  assert.deepEqual([old.isOld, old.madeAt], [true, service.clock.now - 2 * 86_400 - 1]);
  await saveBackupState(dataFolder, { at: service.clock.now, failed: 'disk full' });
  const failed = (await owner.ask(PATH)).json;
  assert.deepEqual([failed.failed.reason, failed.madeAt], ['disk full', old.madeAt]);
});

test('BACKUP_DIR wins; an external database, other roles, keys and test mode are refused; remove-backup ends backups', async () => {
  const requests: [string, string, object | undefined][] = [
    ['GET', PATH, undefined],
    ['PUT', PATH, { folder }],
    ['POST', `${PATH}/run`, {}],
    ['DELETE', PATH, undefined],
  ];
  for (const [method, path, body] of requests) {
    assert.equal((await member.ask(path, { method, body })).json.code, 'installation.operator_needed', path);
    assert.equal((await service.ask(path, { method, body })).json.code, 'installation.operator_needed', path);
    const inTest = await owner.ask(path, { method, body, headers: { 'facturier-mode': 'test' } });
    assert.equal(inTest.json.code, 'api_key.live_key_needed', path);
  }
  await open({ backup: { folder: '/srv/x', at: { hour: 2, minute: 30 } }, backupPassphrase: PASSPHRASE });
  const { json, text } = await owner.ask(PATH);
  assert.deepEqual(
    [json.source, json.variable, json.folder, json.at],
    ['environment', 'BACKUP_DIR', '/srv/x', '02:30'],
  );
  assert.ok(!text.includes(PASSPHRASE));
  for (const answer of [await put({ folder }), await owner.ask(PATH, { method: 'DELETE' })])
    assert.equal(answer.json.code, 'installation.set_by_environment');
  await open({ isEmbedded: false });
  for (const [path, method, body] of [
    [PATH, 'PUT', { folder }],
    [`${PATH}/run`, 'POST', {}],
  ] as const)
    assert.equal((await owner.ask(path, { method, body })).json.code, 'installation.backup_not_embedded');
  const opened = await open();
  assert.equal((await owner.ask(PATH, { method: 'DELETE' })).status, 204);
  assert.equal(opened.backup.inUse(), undefined);
  const none = await owner.ask(`${PATH}/run`, { method: 'POST', body: {} });
  assert.equal(none.json.code, 'installation.backup_place_needed');
});
