import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { ownPostgres } from '../../support/database/own-postgres.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { until } from '../../support/runner/wait-until.ts';
import { browser } from '../../support/service/browser-session.ts';
import { httpClient } from '../../support/service/http-client.ts';
import { type Ground, startProcess } from '../../support/service/server-process.ts';

let copies: string;
let on: Ground;
beforeAll(async () => {
  copies = await mkdtemp(join(quickFolder(), 'facturier screen copies '));
  // A service started as root gives its rights up: the folder must be open to its user.
  await chmod(copies, 0o777);
  on = await ownPostgres();
});
afterAll(async () => {
  await on.discard();
  await rm(copies, { recursive: true, force: true });
});

const backups = async (): Promise<string[]> => (await readdir(copies)).filter((name) => name.endsWith('.tar.gz'));

test('a place set on the screen is used without a restart: a first backup, the log archive, and another backup on request', async () => {
  const server = await startProcess(on);
  const client = httpClient({ port: server.port, ca: await on.ca() });
  const owner = browser({ ask: client.ask });
  const secret = new URL(server.welcome.link as string).hash.slice('#secret='.length);
  const person = { name: 'Zoé', email: 'zoe@exemple.fr', password: 'cheval agrafe pile correcte' };
  const joined = await owner.ask('/v2/person/join', { body: { secret, ...person } });
  assert.equal(joined.status, 201, joined.text);
  const path = '/v2/installation/backup';
  const set = await owner.ask(path, { method: 'PUT', body: { folder: copies, passphrase: 'un cheval et sa pile' } });
  assert.equal(set.status, 200, set.text);
  await until('the first backup', async () => (await backups()).length === 1);
  await until('its result is shown', async () => (await owner.ask(path)).json.madeAt !== null);
  await until('the log archive has begun', async () => (await readdir(copies)).includes('log'));
  assert.equal((await owner.ask(path)).json.isOld, false);
  const [first] = await backups();
  const asked = await owner.ask(`${path}/run`, { body: {} });
  assert.equal(asked.status, 200, asked.text);
  // It replaces the first one: of each day the newest is kept.
  await until('the second backup', async () => (await backups()).some((name) => name !== first), 60_000);
  await until('it is over', async () => (await owner.ask(path)).json.running === null);
  client.close();
  assert.equal(await server.stop(), 0, server.log());
});
