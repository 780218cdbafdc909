import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, test } from 'vitest';
import { discardDataFolder } from '../support/database/test-cluster.ts';
import { browser } from '../support/service/browser-session.ts';
import { httpClient } from '../support/service/http-client.ts';
import { isolatedSettings, ran, type Started, started } from './start-server.ts';

// A demonstration as its operator runs it: `DEMO=1` and a folder of its own.

const parent = await mkdtemp(join(tmpdir(), 'facturier démonstration '));
const folder = join(parent, 'data');
let running: Started | undefined;
afterAll(async () => {
  await running?.stop().catch(() => {});
  await discardDataFolder(folder);
  await rm(parent, { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) => isolatedSettings(folder, { DEMO: '1', ...more });

async function clientOf({ welcome: { address, authorityFile } }: Started) {
  return httpClient({ port: Number(new URL(address).port), ca: await readFile(authorityFile) });
}

test('a start empties the demonstration: its visitors are gone, its certificate stays', async () => {
  running = await started(settings());
  assert.equal(running.welcome.keys, undefined, 'there are no keys to show');
  const authority = await readFile(running.welcome.authorityFile, 'utf8');
  const first = await clientOf(running);
  const visitor = browser(first);
  const entered = await visitor.ask('/v2/person/demonstration', { body: {} });
  assert.equal(entered.status, 201, entered.text);
  assert.equal((await visitor.ask('/v2/person')).status, 200);
  first.close();
  assert.equal(await running.stop(), 0);

  const plain = await ran(['serve', '--json'], isolatedSettings(folder));
  assert.deepEqual([plain.code, /belongs to a demonstration/.test(plain.err)], [2, true], plain.err);

  running = await started(settings());
  assert.equal(await readFile(running.welcome.authorityFile, 'utf8'), authority);
  const second = await clientOf(running);
  const again = browser(second);
  for (const [name, value] of visitor.cookies) again.cookies.set(name, value);
  assert.equal((await again.ask('/v2/person')).status, 401);
  second.close();
  assert.equal(await running.stop(), 0);
  running = undefined;
});

test('at the hour of the reset the process ends with the code at which the launcher starts it again', async () => {
  const program = fileURLToPath(new URL('./short-demonstration.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...settings() }, stdio: 'ignore' });
  assert.deepEqual(await once(child, 'exit'), [75, null]);
});

test('a demonstration refuses a folder with other data and an external database, and deletes nothing', async () => {
  const other = join(parent, 'real');
  await discardDataFolder(other);
  const { code: made } = await ran(
    ['account', 'create', '--name', 'Atelier Moreau', '--json'],
    isolatedSettings(other),
  );
  assert.equal(made, 0);
  const before = (await readdir(other)).toSorted();
  const refused = await ran(['serve', '--json'], isolatedSettings(other, { DEMO: '1' }));
  assert.deepEqual([refused.code, /DEMO: deletes everything each night/.test(refused.err)], [2, true], refused.err);
  assert.deepEqual((await readdir(other)).toSorted(), before);
  await discardDataFolder(other);
  const external = await ran(['serve'], settings({ DATABASE_URL: 'postgres://localhost/real' }));
  assert.deepEqual([external.code, /DEMO: does not go with DATABASE_URL/.test(external.err)], [2, true], external.err);
});
