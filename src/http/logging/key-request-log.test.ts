import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { createApiKey } from '../../api/account/api-keys.ts';
import {
  deleteOlderKeyRequests,
  deleteOldKeyRequests,
  listKeyRequests,
  recordKeyRequests,
} from '../../db/account/api-key-requests.ts';
import { NO_ACCOUNT_SCOPE } from '../../db/job-queue.ts';
import { inTransaction, sql, type Tx } from '../../db/transaction.ts';
import { type KeyRequest, REQUESTS_NOTED_A_MINUTE_MAX } from '../../domain/account/key-request.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

/** Milliseconds after which a request must be in the log. */
const WRITTEN_WITHIN_MS = 30_000;

type Logged = Omit<KeyRequest, 'keyId'>;
type Noted = KeyRequest & { accountId: string };

async function newKey(name: string): Promise<{ id: string; key: string }> {
  const made = await service.ask('/v2/api-keys', { body: { name, scopes: ['billing:read', 'catalog:write'] } });
  return made.json;
}

const requestsOf = async (id: string, query = ''): Promise<Logged[]> =>
  (await service.ask(`/v2/api-keys/${id}/requests?limit=100${query}`)).json.docs;

/** Logged requests of a key, newest first, once there are `count` of them. */
async function written(id: string, count: number): Promise<Logged[]> {
  for (const until = performance.now() + WRITTEN_WITHIN_MS; ; await wait(100)) {
    const docs = await requestsOf(id);
    if (docs.length >= count || performance.now() > until) return docs;
  }
}

const fieldsOf = (docs: readonly Logged[]) => docs.map(({ operation, status, code }) => [operation, status, code]);

test("list-api-key-requests lists operation, status and problem code of a key's requests, or only its failures", async () => {
  const { id, key } = await newKey('Boutique');
  await service.ask('/v2/billings', { key });
  await service.ask(`/v2/billing/${v7()}`, { key });
  await service.ask('/contact', { key, body: { lastname: 'Secret de Polichinelle' } });
  await service.ask('/v2/tools/get-products', { key, body: { page: 0 } });
  await service.ask('/mcp', {
    key,
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get-product-by-id', arguments: { productId: 'none' } },
    },
  });
  const docs = await written(id, 5);
  assert.deepEqual(fieldsOf(docs), [
    ['get-product-by-id', 200, 'product.not_found'],
    ['get-products', 400, 'request.invalid'],
    ['create-contact', 403, 'auth.scope_missing'],
    ['get-billing-by-id', 404, 'billing.not_found'],
    ['get-billings', 200, null],
  ]);
  assert.ok(docs.every(({ at, durationMs }) => at === service.clock.now && durationMs >= 0));
  assert.deepEqual(fieldsOf(await requestsOf(id, '&failed=true')), fieldsOf(docs.slice(0, 4)));
  const said = JSON.stringify(docs);
  assert.ok(!said.includes('Polichinelle') && !said.includes(key));
});

test('its pages, by cursor, contain each request once', async () => {
  const { id, key } = await newKey('Pages');
  for (let asked = 0; asked < 5; asked++) await service.ask('/v2/billings', { key });
  const all = await written(id, 5);
  const first = (await service.ask(`/v2/api-keys/${id}/requests?limit=3`)).json;
  const rest = (await service.ask(`/v2/api-keys/${id}/requests?limit=3&cursor=${first.nextCursor}`)).json;
  assert.deepEqual([...first.docs, ...rest.docs], all);
  assert.deepEqual([first.totalDocs, rest.nextCursor], [5, undefined]);
});

test('concurrent requests are written together, after the answers', async () => {
  const { id, key } = await newKey('Ensemble');
  await Promise.all(Array.from({ length: 20 }, () => service.ask('/v2/billings', { key })));
  await written(id, 20);
  const [row] = await asAccount(service.accountId, ({ read }) => read(WRITTEN, [service.accountId, id]));
  assert.equal(row?.requests, 20);
  assert.ok(row.transactions < 20, `${row.transactions} transactions for 20 requests`);
});

test("requests of many accounts are written in one statement; a key under another account's name loses only its own row", async () => {
  const accounts = [await service.newAccount('Une'), await service.newAccount('Autre')];
  const made = accounts.map(async ({ accountId, live }) => {
    const { id: keyId } = (await service.call(createApiKey, { body: { name: 'Clé' }, caller: live })).json;
    return { accountId, id: v7(), keyId, at: 1_000, operation: 'get-me', status: 200, durationMs: 1 };
  });
  const [one, other] = (await Promise.all(made)) as [Noted, Noted];
  const foreign = { ...one, id: v7(), keyId: other.keyId };
  await inTransaction(service.pool(), NO_ACCOUNT_SCOPE, async (tx) => {
    recordKeyRequests(tx, [foreign, one, other]);
    return { commit: true, answer: undefined };
  });
  for (const { accountId, keyId, id } of [one, other]) {
    const { requests, total } = await listed(accountId, keyId, false);
    assert.deepEqual([total, requests[0]?.id], [1, id]);
  }
  assert.equal((await listed(one.accountId, foreign.keyId, false)).total, 0);
});

type Whose = Pick<Noted, 'accountId' | 'keyId'>;

test('with requests of several keys interleaved, each request is recorded as it was', async () => {
  const accounts = [await service.newAccount('Souvent'), await service.newAccount('Une fois')];
  const keys = accounts.map(async ({ accountId, live }) => ({
    accountId,
    keyId: (await service.call(createApiKey, { body: { name: 'Clé' }, caller: live })).json.id as string,
  }));
  const [often, once] = (await Promise.all(keys)) as [Whose, Whose];
  const asked = [
    { ...often, id: v7(), at: 1_001, operation: 'get-me', status: 200, durationMs: 1 },
    { ...once, id: v7(), at: 1_002, operation: 'get-usage', status: 200, durationMs: 2 },
    { ...often, id: v7(), at: 1_003, operation: 'get-company', status: 409, durationMs: 3, code: 'version_stale' },
    { ...often, id: v7(), at: 1_004, operation: 'list-billings', status: 200, durationMs: 4 },
  ] satisfies Noted[];
  await inTransaction(service.pool(), NO_ACCOUNT_SCOPE, async (tx) => {
    recordKeyRequests(tx, asked);
    return { commit: true, answer: undefined };
  });
  for (const { accountId, keyId } of [often, once]) {
    const own = asked.filter((each) => each.keyId === keyId).map(({ accountId: _, ...request }) => request);
    assert.deepEqual((await listed(accountId, keyId, false)).requests, own.toReversed());
  }
});

test('in a flood 300 requests a minute are recorded, and failures have their own quota', async () => {
  const { accountId, live } = await service.newAccount('Flot');
  const { id, key } = (await service.call(createApiKey, { body: { name: 'Flot' }, caller: live })).json;
  for (let asked = 0; asked < REQUESTS_NOTED_A_MINUTE_MAX + 20; asked += 10)
    await Promise.all(Array.from({ length: 10 }, () => service.ask('/v2/billings', { key })));
  await service.ask(`/v2/billing/${v7()}`, { key });
  for (const until = performance.now() + WRITTEN_WITHIN_MS; ; await wait(100)) {
    const { total } = await listed(accountId, id, true);
    if (total === 1 || performance.now() > until) break;
  }
  assert.equal((await listed(accountId, id, true)).total, 1);
  const well = (await listed(accountId, id, false)).total - 1;
  // On a slow machine the flood runs into a second minute.
  assert.ok(well >= 299 && well <= REQUESTS_NOTED_A_MINUTE_MAX + 20, `${well}`);
});

test('an account keeps its newest requests, whatever their keys; another account loses none', async () => {
  const own = await service.newAccount('Les siennes');
  const other = await service.newAccount('Les autres');
  const keys = new Map<string, string>();
  for (const { accountId, live } of [own, other]) {
    const { id: keyId } = (await service.call(createApiKey, { body: { name: 'Clé' }, caller: live })).json;
    keys.set(accountId, keyId);
    const requests = Array.from({ length: 12 }, (_, at) => ({
      ...{ accountId, id: v7(), keyId, at: 1_000 + at, operation: 'get-me', status: 200, durationMs: 1 },
    }));
    await asAccount(accountId, async (tx) => {
      recordKeyRequests(tx, requests);
      if (accountId === own.accountId) deleteOlderKeyRequests(tx, 10);
    });
  }
  const left = await listed(own.accountId, keys.get(own.accountId) as string, false);
  assert.deepEqual([left.total, left.requests.at(-1)?.at], [10, 1_002]);
  assert.equal((await listed(other.accountId, keys.get(other.accountId) as string, false)).total, 12);
  // Another account cannot read this key's log.
  assert.equal((await listed(own.accountId, keys.get(other.accountId) as string, false)).total, 0);
});

test('recorded requests are deleted once they are due, not before', async () => {
  const { id, key } = await newKey('Semaine');
  await service.ask('/v2/billings', { key });
  await written(id, 1);
  const { now } = service.clock;
  await deleteOldKeyRequests({ pool: service.pool() }, now);
  assert.equal((await requestsOf(id)).length, 1);
  await deleteOldKeyRequests({ pool: service.pool() }, now + 1);
  assert.equal((await requestsOf(id)).length, 0);
});

const WRITTEN = sql`
  select count(distinct xmin::text) as transactions, count(*) as requests from billing.key_request
  where account_id = $1 and key_id = $2`;

const asAccount = <T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(service.pool(), { accountId, test: false }, async (tx) => ({ commit: true, answer: await work(tx) }));

const listed = (accountId: string, keyId: string, failed: boolean) =>
  asAccount(accountId, (tx) => listKeyRequests(tx, { keyId, failed, limit: 100, page: 1 }));
