import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, type TestContext, test, vi } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../api/account/api-keys.ts';
import { openPool } from '../../db/connections/pool.ts';
import { formatApiKey, parseApiKey } from '../../domain/account/api-key.ts';
import type { Caller } from '../../services/caller.ts';
import { findCaller } from './find-caller.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const made = async (body: object = { name: 'Boutique' }) => (await service.call(createApiKey, { body })).json;
const find = (bearer: string, now = service.clock.now) => findCaller(service.services.pool, bearer, now);

test('a key gives access to its account, in its mode, with its scopes', async () => {
  const [live, trial] = [await made({ name: 'A', scopes: ['billing:read'] }), await made({ name: 'B', test: true })];
  assert.deepEqual(await find(live.key), {
    accountId: service.accountId,
    test: false,
    scopes: ['billing:read'],
    actor: live.id,
  });
  assert.equal((await find(trial.key))?.test, true);
});

test('a malformed key, one with a wrong secret, or of the other mode gives no access', async () => {
  const { key } = await made();
  const parsed = parseApiKey(key) ?? assert.fail();
  const forged = formatApiKey({ ...parsed, secret: new Uint8Array(32) });
  const otherMode = formatApiKey({ ...parsed, test: true });
  const nobodys = formatApiKey({ ...parsed, accountId: parsed.keyId });
  for (const text of ['', 'x', key.slice(0, -1), forged, otherMode, nobodys]) assert.equal(await find(text), undefined);
});

test('a revoked key stops working within a second, in every process', async () => {
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

test('a key stops working at the second it expires, cached or not', async () => {
  const { key, expiresAt } = await made({ name: 'A', expiresIn: 60 });
  assert.ok(await find(key, expiresAt - 1));
  assert.equal(await find(key, expiresAt), undefined);
});

test('a rotated key and its successor both work during the overlap', async () => {
  const old = await made();
  const rotation = await service.call(rotateApiKey, { path: { id: old.id }, body: { overlapSeconds: 60 } });
  const end = service.clock.now + 60;
  assert.ok((await find(old.key, end - 1)) && (await find(rotation.json.key, end - 1)));
  assert.equal(await find(old.key, end), undefined);
  assert.ok(await find(rotation.json.key, end));
});

test('the last use is recorded after the request, once a minute', async () => {
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

test('a hundred concurrent requests with one key query the database once', async () => {
  const { key } = await made();
  let connections = 0;
  const count = () => connections++;
  service.services.pool.on('acquire', count);
  await Promise.all(Array.from({ length: 100 }, () => find(key)));
  service.services.pool.off('acquire', count);
  assert.ok(connections <= 2, `${connections} connections taken`);
});

type OwnKey = { accountId: string; live: Caller; key: string; id: string };

async function keysOfOwnAccounts(count: number) {
  const accounts = await Promise.all(Array.from({ length: count }, (_, at) => service.newAccount(`Atelier ${at}`)));
  const made = accounts.map(async ({ accountId, live }): Promise<OwnKey> => {
    const { json } = await service.call(createApiKey, { body: { name: 'A' }, caller: live });
    return { accountId, live, ...json };
  });
  return Promise.all(made);
}

/** A key cache with a fake clock, and a counter of connections checked out since the last call. */
function watched(t: TestContext, pool: pg.Pool) {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  let taken = 0;
  const count = () => taken++;
  pool.on('acquire', count);
  t.onTestFinished(() => {
    clock.mockRestore();
    pool.off('acquire', count);
  });
  return {
    pass: (ms: number) => {
      now += ms;
    },
    /** Resolves once all connections have been returned. */
    taken: async () => {
      do await wait(20);
      while (pool.idleCount < pool.totalCount || pool.waitingCount > 0);
      return [taken, (taken = 0)][0];
    },
  };
}

test('active keys of 30 accounts are refreshed in one query before their cache expires; control: idle keys are not', async (t) => {
  const { pass, taken } = watched(t, service.services.pool);
  const made = await keysOfOwnAccounts(30);
  await taken();
  const useAll = async () => {
    for (const { key, accountId, id } of made) {
      const caller = await find(key);
      assert.deepEqual([caller?.accountId, caller?.actor], [accountId, id]);
    }
    return taken();
  };
  // Keys were read one by one, and each use was recorded.
  assert.equal(await useAll(), 60);
  pass(500);
  assert.equal(await useAll(), 0);
  for (let round = 0; round < 3; round++) {
    pass(200);
    assert.equal(await useAll(), 1);
    pass(500);
    assert.equal(await useAll(), 0);
  }
  pass(901);
  assert.equal(await useAll(), 30);
});

test('a key revoked among those refreshed together stops working after 900 ms; the others continue', async (t) => {
  const { pass, taken } = watched(t, service.services.pool);
  const [one, revoked] = (await keysOfOwnAccounts(2)) as [OwnKey, OwnKey];
  const used = async () => {
    const callers = [await find(one.key), await find(revoked.key)];
    return callers.map((caller) => caller?.accountId);
  };
  await used();
  for (const ms of [400, 300]) {
    pass(ms);
    assert.deepEqual(await used(), [one.accountId, revoked.accountId]);
    await taken();
  }
  await service.call(revokeApiKey, { path: { id: revoked.id }, caller: revoked.live });
  for (const ms of [300, 350]) {
    pass(ms);
    await used();
    await taken();
  }
  pass(250);
  assert.deepEqual(await used(), [one.accountId, undefined]);
});

test('if active keys cannot be refreshed together, each is looked up once its cache entry expires', async (t) => {
  const { key } = await made();
  const pool = openPool(service.database.serving, { size: 1 });
  t.onTestFinished(() => pool.end());
  const { pass, taken } = watched(t, pool);
  const use = async () => assert.ok(await findCaller(pool, key, service.clock.now));
  await use();
  await taken();
  pass(400);
  await use();
  const refused = vi.spyOn(pool, 'connect').mockImplementation(async () => Promise.reject(new Error('no connection')));
  pass(300);
  await use();
  await taken();
  assert.equal(refused.mock.calls.length, 1);
  refused.mockRestore();
  pass(201);
  await use();
  assert.equal(await taken(), 1);
});

test('a database failure does not count as an unknown key, and the lookup is retried', async () => {
  const { key } = await made();
  const broken = openPool({ ...service.database.serving, port: 1, host: '127.0.0.1' });
  await assert.rejects(findCaller(broken, key, service.clock.now));
  await assert.rejects(findCaller(broken, key, service.clock.now));
  await broken.end();
});
