import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, test } from 'vitest';
import { until } from '../support/runner/wait-until.ts';
import { httpClient } from '../support/service/http-client.ts';
import { MAIN } from '../support/service/main-program.ts';
import { type Ground, ground, settingsOf, startProcess } from '../support/service/server-process.ts';
import { ran } from './start-server.ts';

const squatter = createServer();
let taken: number;
let on: Ground;
beforeEach(async () => {
  on = await ground();
  if (!squatter.listening) await once(squatter.listen(0, '127.0.0.1'), 'listening');
  taken = (squatter.address() as AddressInfo).port;
});
afterEach(() => on.discard());
afterAll(() => squatter.close());

/** Number of accounts created; keys belong to one. */
async function accountsMade(): Promise<number> {
  const client = new pg.Client({ ...on.database.ownerUrl });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from billing.account');
  await client.end();
  return rows[0].count;
}

/**
 * Starts without obstacles: both keys are shown and work. Returns the live key and the number of
 * revoked keys.
 */
async function showsKeysThatWork(): Promise<{ live: string; revoked: number }> {
  const server = await startProcess(on);
  const { keys } = server.welcome;
  assert.ok(keys, 'the first start that could serve shows its keys');
  const client = httpClient({ port: server.port, ca: await on.ca() });
  for (const key of [keys.live, keys.test]) assert.equal((await client.ask('/v2/company/me', { key })).status, 200);
  const { docs } = (await client.ask('/v2/api-keys', { key: keys.live })).json;
  const administers = docs.map((made: { test: boolean; scopes: string[] }) => [
    made.test,
    made.scopes.includes('account:admin'),
  ]);
  assert.deepEqual(
    new Map(administers),
    new Map([
      [false, true],
      [true, false],
    ]),
  );
  client.close();
  assert.equal(await accountsMade(), 1);
  assert.equal(await server.stop(), 0);
  return {
    live: keys.live,
    revoked: docs.filter((made: { revokedAt?: number }) => made.revokedAt !== undefined).length,
  };
}

test('if PORT or HTTP_PORT is taken on the first start, nothing is created, and the next start shows both keys', async () => {
  for (const setting of ['PORT', 'HTTP_PORT'] as const) {
    const { code, out, err } = await ran(['serve', '--json'], { ...settingsOf(on), [setting]: String(taken) });
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, new RegExp(`${setting}[^]*${taken}`));
    assert.equal(await accountsMade(), 0);
  }
  await showsKeysThatWork();
});

test('after a start killed before showing its keys, the next shows two working keys; the unseen ones are revoked', async () => {
  const program = new URL('./die-before-keys-shown.ts', import.meta.url).pathname;
  await assert.rejects(startProcess(on, { program }), /the server ended/);
  assert.equal(await accountsMade(), 1);
  const { live, revoked } = await showsKeysThatWork();
  assert.equal(revoked, 2);
  // Control: keys already shown are neither shown again nor revoked.
  const third = await startProcess(on);
  assert.equal(third.welcome.keys, undefined);
  const client = httpClient({ port: third.port, ca: await on.ca() });
  assert.equal((await client.ask('/v2/company/me', { key: live })).status, 200);
  client.close();
  assert.equal(await third.stop(), 0);
});

test('without a terminal the live key is not printed as JSON but saved in a file only the owner can read', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, 'serve', '--json'], {
    env: { ...process.env, ...settingsOf(on) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const file = join(on.dataFolder, 'first-keys.txt');
  await until('the keys are named', async () => said.includes(file));
  const written = await readFile(file, 'utf8');
  assert.match(written, /^FACTURIER_LIVE_KEY=fk_live_\S+\nFACTURIER_TEST_KEY=fk_test_\S+\n$/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.doesNotMatch(said, /fk_live_/);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('a worker that starts first creates no keys because it could not show them', async () => {
  const worker = await startProcess(on, { role: 'worker' });
  assert.equal(await accountsMade(), 0);
  await showsKeysThatWork();
  assert.equal(await worker.stop(), 0);
});
