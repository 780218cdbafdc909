import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import * as z from 'zod';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/test-database.ts';
import { httpClient } from '../../../test/support/service/http-client.ts';
import { sharedCertificate } from '../../../test/support/service/test-certificate.ts';
import { openPool } from '../../db/connections/pool.ts';
import { scopes } from '../../domain/account/scope.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import type { Caller } from '../../services/caller.ts';
import { rateLimit } from '../limits/key-rate-limit.ts';
import { type HttpServer, startServer } from './server.ts';

const accountId = randomUUID();
let effects = 0;
let isMoving = false;

const none = z.object({});
const greet = operation({
  name: 'greet',
  summary: 'Greets',
  chapter: 'Account',
  routes: ['POST /v2/greeting/{name}', 'POST /greeting/{name}'],
  scope: 'billing:read',
  path: z.object({ name: z.string().max(20) }),
  query: z.object({ mark: z.union([z.string(), z.array(z.string())]).optional() }),
  body: z.object({ times: z.number().int().optional() }),
  success: 201,
  output: z.object({ greeting: z.string(), mark: z.array(z.string()) }),
  refusals: ['nothing_left_to_credit', 'not_finalizable'],
  run: async ({ tx }, { name, mark, times }) => {
    if (name === 'nobody') return { refused: 'nothing_left_to_credit' };
    if (name === 'draft') return { refused: 'not_finalizable', requirements: ['hasLines'] };
    if (name === 'broken') throw new Error('the secret plans');
    if (name === 'moving' && isMoving)
      throw Object.assign(new Error('could not find any shard placement'), { code: 'XX000' });
    if (name === 'slow') await wait(1_000);
    tx.afterCommit(() => {
      effects += 1;
    });
    return { body: { greeting: `${name} ${times ?? 1}`, mark: [mark ?? []].flat() }, headers: { etag: '"1"' } };
  },
});
const administer = operation({
  name: 'administer',
  summary: 'Administers',
  chapter: 'Account',
  routes: ['GET /v2/administration'],
  deprecated: { since: '2026-11-01', sunset: '2028-01-01' },
  scope: 'account:admin',
  path: none,
  query: none,
  body: none,
  success: 204,
  output: none,
  refusals: [],
  run: async () => ({ body: {} }),
});

const operations = [greet, administer] as unknown as Operation[];
const everyScope = { accountId, test: false, scopes, actor: 'all' };
const callers = new Map<string, Caller>([
  ['all', everyScope],
  ['reader', { ...everyScope, scopes: ['billing:read'] as const, actor: 'reader' }],
  ['hasty', { ...everyScope, actor: 'hasty' }],
]);

let database: FreshDatabase;
let pool: ReturnType<typeof openPool>;
let server: HttpServer;
let client: ReturnType<typeof httpClient>;
const logged: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await openAccount(database);
  pool = openPool(database.serving);
  server = await serve();
  client = httpClient({ port: server.port, ca: certificate.cert });
});

afterAll(async () => {
  client.close();
  await server.stop();
  await pool.end();
  await database.drop();
});

async function openAccount({ ownerUrl }: FreshDatabase): Promise<void> {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query("select set_config('app.account_id', $1, false)", [accountId]);
  await owner.query("insert into billing.account (account_id, settings, created_at) values ($1, '{}', 0)", [accountId]);
  await owner.end();
}

const certificate = await sharedCertificate('service');

const serve = (given: { trusted?: string[]; pool?: typeof pool } = {}): Promise<HttpServer> =>
  startServer({
    operations,
    services: {
      pool: given.pool ?? pool,
      environment: {
        serviceName: 'Facturier',
        publicUrl: 'https://127.0.0.1:8443',
        ...{ seal: undefined as never, webhooks: undefined as never, portalTokens: undefined as never },
        ...{ printer: undefined as never, quotas: undefined as never },
      },
      ...{ now: () => 1_790_000_000, newId: randomUUID },
    },
    access: {
      findCaller: async (bearer) => callers.get(bearer),
      // The clock stands still: on a slow machine no request is earned back.
      rateLimit: { take: (keyId) => limitOf(keyId).take(keyId, 0), left: (keyId) => limitOf(keyId).left?.(keyId) },
    },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    isReady: async () => (await (given.pool ?? pool).query('select 1')).rowCount === 1,
    tls: certificate,
    ...{ host: '127.0.0.1', port: 0, httpPort: 0 },
    trustedProxies: given.trusted ?? [],
  });
const [hasty, unlimited] = [rateLimit(1), rateLimit(0)];
const limitOf = (keyId: string) => (keyId === 'hasty' ? hasty : unlimited);

test('an operation answers at each of its addresses, with its headers and a request id', async () => {
  for (const path of ['/v2/greeting/Ada', '/greeting/Ada']) {
    const { status, json, headers } = await client.ask(path, { key: 'all', body: { times: 2 } });
    assert.equal(status, 201);
    assert.deepEqual(json, { greeting: 'Ada 2', mark: [] });
    assert.equal(headers.etag, '"1"');
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('a well-formed request id is returned, any other is replaced', async () => {
  const given = await client.ask('/health/live', { headers: { 'x-request-id': 'order-42' } });
  assert.equal(given.headers['x-request-id'], 'order-42');
  const replaced = await client.ask('/health/live', { headers: { 'x-request-id': 'a"b' } });
  assert.match(String(replaced.headers['x-request-id']), /^[0-9a-f-]{36}$/);
});

test('a body may be omitted, whatever content type is declared', async () => {
  for (const headers of [undefined, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
    const answer = await client.ask('/v2/greeting/Ada', { method: 'POST', key: 'all', ...(headers && { headers }) });
    assert.equal(answer.status, 201, answer.text);
  }
});

test('repeated query parameters become a list, with or without brackets', async () => {
  for (const query of ['mark=a&mark=b', 'mark[]=a&mark[]=b', 'mark%5B%5D=a&mark%5B%5D=b']) {
    const { json } = await client.ask(`/v2/greeting/Ada?${query}`, { key: 'all', body: {} });
    assert.deepEqual(json.mark, ['a', 'b']);
  }
});

/** Sends a request and checks the problem's status and code. */
async function refused(path: string, ask: Parameters<typeof client.ask>[1], expected: [number, string]) {
  const answer = await client.ask(path, ask);
  assert.deepEqual([answer.status, answer.json?.code], expected, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  assert.equal(answer.json.statusCode, expected[0]);
  assert.equal(answer.json.message, expected[1]);
  assert.equal(answer.json.requestId, answer.headers['x-request-id']);
  assert.match(answer.json.type, /^https:.*\/problems\//);
  return answer;
}

test('a key is required, and it must be known', async () => {
  const missing = await refused('/v2/greeting/Ada', { body: {} }, [401, 'auth.key_missing']);
  assert.equal(missing.headers['www-authenticate'], 'Bearer');
  await refused('/v2/greeting/Ada', { body: {}, key: 'stolen' }, [401, 'auth.key_invalid']);
  await refused('/v2/greeting/Ada', { body: {}, headers: { authorization: 'Basic YWxs' } }, [401, 'auth.key_missing']);
});

test('without a metrics setting there are no metrics, whatever key is sent', async () => {
  for (const key of [undefined, 'all']) assert.equal((await client.ask('/metrics', { key })).status, 404);
});

test('a missing scope is named', async () => {
  const { json } = await refused('/v2/administration', { key: 'reader' }, [403, 'auth.scope_missing']);
  assert.equal(json.scope, 'account:admin');
  assert.equal((await client.ask('/v2/administration', { key: 'all' })).status, 204);
});

test('a business refusal keeps its code, in the requested language', async () => {
  const french = await refused('/v2/greeting/nobody', { key: 'all', body: {} }, [409, 'asset.nothing_left_to_credit']);
  const headers = { 'accept-language': 'de, en-GB;q=0.8, fr;q=0.5' };
  const ask = { key: 'all', body: {}, headers };
  const english = await refused('/v2/greeting/nobody', ask, [409, 'asset.nothing_left_to_credit']);
  assert.notEqual(french.json.title, english.json.title);
});

test('everything a draft lacks is listed by name, with how to fix it', async () => {
  const { json } = await refused('/v2/greeting/draft', { key: 'all', body: {} }, [422, 'billing.not_finalizable']);
  assert.deepEqual(json.finalizeRequirements[0].name, 'hasLines');
  assert.ok(json.finalizeRequirements[0].message.length > 10);
});

test('an invalid field is named with its JSON pointer', async () => {
  const { json } = await refused('/v2/greeting/Ada', { key: 'all', body: { times: 'x' } }, [400, 'request.invalid']);
  assert.deepEqual(json.errors[0], { ...json.errors[0], in: 'body', property: 'times', pointer: '/times' });
});

test('a bug is answered without internal details, and logged without the key', async () => {
  const { text } = await refused('/v2/greeting/broken', { key: 'all', body: {} }, [500, 'service.internal_error']);
  assert.doesNotMatch(text, /secret|plans/);
  const line = logged.find((said) => said.includes('secret plans'));
  assert.ok(line);
  assert.doesNotMatch(line, /Bearer/);
});

test('unreadable requests are refused, each with its own refusal', async () => {
  const json = { 'content-type': 'application/json' };
  const ask = (body: unknown, headers = {}) => ({ key: 'all', body, headers });
  const path = '/v2/greeting/Ada';
  await refused(path, ask('{"times":', json), [400, 'request.body_malformed']);
  await refused(path, ask(Buffer.from([0x22, 0xff, 0x22]), json), [400, 'request.body_malformed']);
  await refused(path, ask('['.repeat(10_000), json), [400, 'request.body_malformed']);
  await refused(path, ask('[]', json), [400, 'request.invalid']);
  await refused(path, ask('null', json), [400, 'request.invalid']);
  await refused(path, ask('times=1', { 'content-type': 'application/x-www-form-urlencoded' }), [
    415,
    'request.media_type_unsupported',
  ]);
  await refused(path, ask({}, { 'idempotency-key': 'a b' }), [400, 'request.header_malformed']);
  await refused(path, ask({}, { 'idempotency-key': 'x'.repeat(256) }), [400, 'request.header_malformed']);
  await refused('/v2/greeting/%zz', ask({}), [400, 'request.malformed']);
  await refused(`/v2/greeting/Ada?mark=${'x'.repeat(9_000)}`, ask({}), [414, 'request.address_too_long']);
  await refused(path, ask({}, { 'x-long': 'x'.repeat(20_000) }), [431, 'request.headers_too_large']);
  await refused('/v2/nowhere', ask({}), [404, 'request.route_not_found']);
  await refused(path, ask({}, { expect: 'miracles' }), [417, 'request.expectation_failed']);
});

test('ten megabytes are refused with an answer, not a connection reset', async () => {
  const body = Buffer.alloc(10_000_000, 32);
  await refused('/v2/greeting/Ada', { key: 'all', body }, [413, 'request.body_too_large']);
  await refused('/v2/greeting/Ada', { body }, [401, 'auth.key_missing']);
});

test('an address lists the methods it supports', async () => {
  const { headers } = await refused('/v2/greeting/Ada', { key: 'all', method: 'PUT' }, [
    405,
    'request.method_not_allowed',
  ]);
  assert.equal(headers.allow, 'POST');
});

test('each answer states the remaining rate of the key, and a refused one how long to wait', async () => {
  const ask = () => client.ask('/v2/administration', { key: 'hasty' });
  assert.deepEqual([(await ask()).headers.ratelimit, (await ask()).status], ['"key";r=1;t=1', 204]);
  const { headers } = await refused('/v2/administration', { key: 'hasty' }, [429, 'request.rate_limited']);
  const { ratelimit, 'ratelimit-policy': policy, 'retry-after': seconds } = headers;
  assert.deepEqual([ratelimit, policy, seconds], ['"key";r=0;t=2', '"key";q=2;w=2', '1']);
});

test('a deprecated operation sends Deprecation and Sunset, in refusals too; others do not', async () => {
  const { deprecation, sunset } = (await client.ask('/v2/administration', { key: 'reader' })).headers;
  assert.deepEqual([deprecation, sunset], ['@1793491200', 'Sat, 01 Jan 2028 00:00:00 GMT']);
  assert.equal((await client.ask('/v2/greeting/Ada', { key: 'all', body: {} })).headers.deprecation, undefined);
});

test('HEAD answers like GET, without the body', async () => {
  const { status, text } = await client.ask('/health/live', { method: 'HEAD' });
  assert.deepEqual([status, text], [200, '']);
});

test('the API description and its page need no key and load nothing from other hosts', async () => {
  const { json } = await client.ask('/openapi.json');
  assert.equal(json.info.version, '1.116.0');
  const page = await client.ask('/docs', { headers: { 'accept-language': 'en' } });
  assert.match(page.text, /<html lang="en">/);
  assert.doesNotMatch(page.text, /https?:\/\//);
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  for (const address of sources) assert.equal((await client.ask(address)).status, 200, address);
  assert.equal((await client.ask('/problems/asset.nothing_left_to_credit')).status, 200);
});

test('plain HTTP is refused on its own port and on the TLS port, never redirected', async () => {
  for (const port of [server.httpPort as number, server.port]) {
    const response = await fetch(`http://127.0.0.1:${port}/v2/greeting/Ada`, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
    });
    assert.equal(response.status, 403);
    assert.equal(((await response.json()) as { code: string }).code, 'request.plain_http');
  }
});

test('a trusted proxy that received the request over HTTPS reaches the API', async () => {
  const behind = await serve({ trusted: ['127.0.0.0/8'] });
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${behind.httpPort}/health/live`, { headers });
  assert.equal((await ask({ 'x-forwarded-proto': 'https' })).status, 200);
  for (const hops of ['http', 'https, http', 'http, https', '']) {
    assert.equal((await ask({ 'x-forwarded-proto': hops })).status, 403, hops);
  }
  assert.equal((await ask({})).status, 403);
  await behind.stop();
});

test('a trusted proxy that received the request over plain HTTP is refused on the TLS port as well', async () => {
  const behind = await serve({ trusted: ['127.0.0.0/8'] });
  const proxy = httpClient({ port: behind.port, ca: certificate.cert });
  for (const hops of ['http', 'HTTP', 'https, http', 'http, https']) {
    const { status, json } = await proxy.ask('/health/live', { headers: { 'x-forwarded-proto': hops } });
    assert.deepEqual([status, json.code], [403, 'request.plain_http'], hops);
  }
  assert.equal((await proxy.ask('/health/live', { headers: { 'x-forwarded-proto': 'https' } })).status, 200);
  assert.equal((await proxy.ask('/health/live')).status, 200);
  proxy.close();
  await behind.stop();
  // X-Forwarded headers of other clients are ignored.
  assert.equal((await client.ask('/health/live', { headers: { 'x-forwarded-proto': 'http' } })).status, 200);
});

test('without its database the service answers that it is unavailable, and when to retry', async () => {
  const nowhere = openPool({ host: '/nowhere', user: 'nobody', database: 'none' });
  const lost = await serve({ pool: nowhere });
  const alone = httpClient({ port: lost.port, ca: certificate.cert });
  for (const answer of [
    await alone.ask('/v2/greeting/Ada', { key: 'all', body: {} }),
    await alone.ask('/health/ready'),
  ]) {
    assert.deepEqual([answer.status, answer.json.code], [503, 'service.database_unreachable']);
    assert.ok(Number(answer.headers['retry-after']) > 0);
  }
  assert.equal((await alone.ask('/health/live')).status, 200);
  alone.close();
  await lost.stop();
  await nowhere.end();
});

test('while an account moves to another node, the answer to a failed request says when to retry', async () => {
  const ask = () => client.ask('/v2/greeting/moving', { key: 'all', body: {} });
  const before = effects;
  isMoving = true;
  const refused = await ask();
  assert.deepEqual([refused.status, refused.json.code, effects - before], [503, 'service.database_unreachable', 0]);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  isMoving = false;
  assert.deepEqual([(await ask()).status, effects - before], [201, 1]);
});

test('shutdown finishes requests in flight, and truncates no answer of a busy client', async () => {
  const stopping = await serve();
  const busy = httpClient({ port: stopping.port, ca: certificate.cert });
  const slow = busy.ask('/v2/greeting/slow', { key: 'all', body: {} });
  await wait(50);
  const before = effects;
  const others = Array.from({ length: 5 }, () => askUntilRefused(busy));
  while (effects - before < 20) await wait(5);
  const started = performance.now();
  await stopping.stop();
  assert.ok(performance.now() - started < 10_000);
  assert.equal((await slow).status, 201);
  const answered = (await Promise.all(others)).reduce((sum, each) => sum + each, 0);
  assert.ok(answered >= 20);
  assert.equal(effects - before, answered + 1, 'an effect without its answer');
  busy.close();
});

/** Sends requests until a connection is refused; returns the number of responses. */
async function askUntilRefused(busy: typeof client): Promise<number> {
  for (let answered = 0; ; answered++) {
    try {
      assert.equal((await busy.ask('/v2/greeting/Ada', { key: 'all', body: {} })).status, 201);
    } catch (error) {
      assert.match(String((error as NodeJS.ErrnoException).code), /ECONNREFUSED|ECONNRESET/);
      return answered;
    }
  }
}

test('a malformed request is answered and its connection closed', async () => {
  const socket = net.connect(server.httpPort as number, '127.0.0.1');
  socket.write('NONSENSE\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /^HTTP\/1.1 400/);
  assert.match(text, /request\.malformed/);
});

test('the same idempotency key, quoted or bare, has one effect and one answer', async () => {
  const before = effects;
  const once = { key: 'all', body: { times: 7 }, headers: { 'idempotency-key': 'order-7' } };
  const first = await client.ask('/v2/greeting/Ada', once);
  const again = await client.ask('/v2/greeting/Ada', { ...once, headers: { 'idempotency-key': '"order-7"' } });
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text]);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(effects, before + 1);
  await refused('/v2/greeting/Ada', { ...once, body: { times: 8 } }, [422, 'idempotency.key_reused']);
});
