import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { ownPostgres, verifyOwnBooks } from '../../support/database/own-postgres.ts';
import { discardDataFolder } from '../../support/database/test-cluster.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { httpClient } from '../../support/service/http-client.ts';
import { firstCustomer, ONE_LINE } from '../../support/service/retrying-client.ts';
import { type Ran, ran } from '../../support/service/run-command.ts';
import { type Ground, startProcess } from '../../support/service/server-process.ts';
import { BUCKET, KEYS, objectStore, type TestObjectStore, uploadsLeft } from '../../support/stand-ins/object-store.ts';

// Backs up to S3 and restores from it with the command line alone while the service runs.

const NAME = 'copie.tar.gz';
const OBJECT = `prod/${NAME}`;

let folder: string;
let store: TestObjectStore;
let on: Ground;
let number: string;

beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier copies '));
  store = await objectStore();
  on = await ownPostgres();
  const server = await startProcess(on);
  const key = server.welcome.keys?.live as string;
  const customerId = await firstCustomer(on, server, key);
  const { ask, close } = httpClient({ port: server.port, ca: await on.ca() });
  const create = { method: 'POST', key, body: { title: 'Atelier', lines: ONE_LINE } };
  const { id } = (await ask(`/v2/billing/invoice/${customerId}`, create)).json;
  number = (await ask(`/v2/billing/${id}/finalize`, { method: 'PATCH', key })).json.number;
  close();
});
afterAll(async () => {
  await on.discard();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** URL of an object, with the credentials of the store. */
const wholeAddress = (url = store.url) => url.replace('?', `/${NAME}?`);
const facturier = (dataFolder: string, settings: Record<string, string>, ...args: string[]): Promise<Ran> =>
  ran({ FACTURIER_DATA: dataFolder, DATABASE_URL: '', PORT: '0', HTTP_PORT: '0', ...settings }, ...args, '--json');

/** Security log entries of the commands of a folder, without those every command writes. */
async function noted(dataFolder: string): Promise<{ event: string; actor: string; operation: string }[]> {
  const text = await readFile(join(dataFolder, 'commands.jsonl'), 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== 'command_run');
}
const events = async (dataFolder: string) => (await noted(dataFolder)).map(({ event }) => event);

test('a backup uploads to S3 by its full address and restores by name when BACKUP_URL gives the rest', async () => {
  const made = await facturier(on.dataFolder, {}, 'backup', wholeAddress());
  assert.equal(made.code, 0, made.out + made.err);
  assert.deepEqual([...store.objects.keys()], [OBJECT]);
  assert.equal(store.objects.get(OBJECT)?.length, JSON.parse(made.out).bytes);
  assert.ok(!(made.out + made.err).includes(KEYS.secret), 'the key of the store is not told');
  const [line] = (await noted(on.dataFolder)).slice(-1);
  assert.deepEqual([line?.event, line?.actor, line?.operation], ['backup_made', 'command-line', 'backup']);

  const into = join(folder, 'back');
  try {
    const settings = { BACKUP_URL: store.url };
    const { code, out, err } = await facturier(into, settings, 'restore', `s3://${BUCKET}/${OBJECT}`);
    assert.equal(code, 0, out + err);
    assert.deepEqual([JSON.parse(out).intact, JSON.parse(out).keys], [true, 'not_in_copy']);
    const [told] = (await noted(into)).slice(-1);
    assert.deepEqual([told?.event, told?.actor, told?.operation], ['restore_made', 'command-line', 'restore']);
    assert.ok(!(await events(on.dataFolder)).includes('restore_made'), 'what was restored elsewhere is told there');
    const { documents } = await verifyOwnBooks(into);
    assert.ok(JSON.stringify(documents).includes(number));
  } finally {
    await discardDataFolder(into);
  }
});

test('control: a wrong secret, an existing backup or one changed byte is refused, and no secret is printed', async () => {
  const [before_, kept] = [await events(on.dataFolder), store.objects.get(OBJECT) as Buffer];
  const another = await facturier(on.dataFolder, {}, 'backup', wholeAddress(store.url.replace('secret', 'Secret')));
  assert.equal(another.code, 1, another.out);
  const over = await facturier(on.dataFolder, {}, 'backup', wholeAddress());
  assert.equal(over.code, 1, over.out);
  assert.equal(store.objects.get(OBJECT), kept);
  assert.equal(uploadsLeft(), 0);
  assert.deepEqual(await events(on.dataFolder), before_);

  const changed = Buffer.from(kept);
  changed[1_000] = (changed[1_000] as number) ^ 1;
  store.objects.set(OBJECT, changed);
  const into = join(folder, 'never');
  const { code, out } = await facturier(into, {}, 'restore', wholeAddress());
  assert.equal(code, 1, out);
  await assert.rejects(stat(into), { code: 'ENOENT' });
});
