import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type TestService, testService } from '../../test/support/service-to-call.ts';
import { formatApiKey, parseApiKey } from '../domain/account/api-key.ts';
import { createApiKey } from '../operations/account/create-api-key.ts';
import { listApiKeys } from '../operations/account/list-api-keys.ts';
import { revokeApiKey } from '../operations/account/revoke-api-key.ts';
import { rotateApiKey } from '../operations/account/rotate-api-key.ts';
import { openPool } from '../store/pool.ts';
import { findCaller } from './caller.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

const made = async (body: object = { name: 'Boutique' }) => (await service.call(createApiKey, { body })).json;
const find = (bearer: string, now = service.clock.now) => findCaller(service.world.pool, bearer, now);

test('a key opens its account, in its mode, with its scopes', async () => {
  const [live, trial] = [await made({ name: 'A', scopes: ['billing:read'] }), await made({ name: 'B', test: true })];
  assert.deepEqual(await find(live.key), {
    accountId: service.accountId,
    test: false,
    scopes: ['billing:read'],
    actor: live.id,
  });
  assert.equal((await find(trial.key))?.test, true);
});

test('what is no key, a key of another secret, or of the other mode opens nothing', async () => {
  const { key } = await made();
  const parsed = parseApiKey(key) ?? assert.fail();
  const forged = formatApiKey({ ...parsed, secret: new Uint8Array(32) });
  const otherMode = formatApiKey({ ...parsed, test: true });
  const nobodys = formatApiKey({ ...parsed, accountId: parsed.keyId });
  for (const text of ['', 'x', key.slice(0, -1), forged, otherMode, nobodys]) assert.equal(await find(text), undefined);
});

test('a revoked key opens nothing within a second, on every process', async () => {
  const { key, id } = await made();
  const otherProcess = openPool(service.database.serving, { size: 1 });
  try {
    assert.ok((await find(key)) && (await findCaller(otherProcess, key, service.clock.now)));
    await service.call(revokeApiKey, { path: { id } });
    await wait(950);
    assert.equal(await find(key), undefined);
    assert.equal(await findCaller(otherProcess, key, service.clock.now), undefined);
  } finally {
    await otherProcess.end();
  }
});

test('a key opens nothing from the second it expires, remembered or not', async () => {
  const { key, expiresAt } = await made({ name: 'A', expiresIn: 60 });
  assert.ok(await find(key, expiresAt - 1));
  assert.equal(await find(key, expiresAt), undefined);
});

test('a rotated key and its successor both open during the overlap', async () => {
  const old = await made();
  const rotation = await service.call(rotateApiKey, { path: { id: old.id }, body: { overlapSeconds: 60 } });
  const end = service.clock.now + 60;
  assert.ok((await find(old.key, end - 1)) && (await find(rotation.json.key, end - 1)));
  assert.equal(await find(old.key, end), undefined);
  assert.ok(await find(rotation.json.key, end));
});

test('the last use is noted behind the request, once a minute', async () => {
  const { key, id } = await made();
  const { now } = service.clock;
  const lastUsedAt = async () => {
    const { docs } = (await service.call(listApiKeys, { query: { limit: '100' } })).json;
    return docs.find((doc: { id: string }) => doc.id === id).lastUsedAt;
  };
  const noted = async (at: number) => {
    for (const end = performance.now() + 30_000; (await lastUsedAt()) !== at && performance.now() < end; )
      await wait(20);
    assert.equal(await lastUsedAt(), at);
  };
  await find(key, now);
  await noted(now);
  await wait(950);
  await find(key, now + 30);
  await wait(100);
  assert.equal(await lastUsedAt(), now);
  await wait(950);
  await find(key, now + 60);
  await noted(now + 60);
});

test('a hundred requests of one key at once ask the database once', async () => {
  const { key } = await made();
  let connections = 0;
  const count = () => connections++;
  service.world.pool.on('acquire', count);
  await Promise.all(Array.from({ length: 100 }, () => find(key)));
  service.world.pool.off('acquire', count);
  assert.ok(connections <= 2, `${connections} connections taken`);
});

test('a database that cannot be asked is not an unknown key, and is asked again', async () => {
  const { key } = await made();
  const broken = openPool({ ...service.database.serving, port: 1, host: '127.0.0.1' });
  await assert.rejects(findCaller(broken, key, service.clock.now));
  await assert.rejects(findCaller(broken, key, service.clock.now));
  await broken.end();
});
