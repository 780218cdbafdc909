import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/api/account/api-keys.ts';
import type { Scope } from '../../src/domain/account/scope.ts';
import { findCaller } from '../../src/http/auth/find-caller.ts';
import { rateLimit } from '../../src/http/limits/key-rate-limit.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { callTool, revisions, say } from './mcp-client.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(async () => {
  assert.deepEqual(service.logged, []);
  await service.close();
});

const METADATA = 'https://localhost:8443/.well-known/oauth-protected-resource/mcp';

const keyWith = async (...scopes: Scope[]): Promise<{ id: string; key: string }> =>
  (await service.call(createApiKey, { body: { name: 'Assistant', scopes } })).json;

const listed = async (key?: string): Promise<string[]> => {
  const { message } = await say(service, 'tools/list', { revision: '2026-07-28', ...(key && { key }) });
  return message.result.tools.map(({ name }: { name: string }) => name);
};

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accepting = { accept: 'application/json, text/event-stream' };

test('without a key the answer links to the resource metadata, and gives no reason', async () => {
  const answer = await service.ask('/mcp', { key: undefined, body: list, headers: accepting });
  assert.deepEqual([answer.status, answer.json.code], [401, 'auth.key_missing']);
  assert.equal(answer.headers['www-authenticate'], `Bearer resource_metadata="${METADATA}"`);
});

test('an invalid key is distinguished from a missing one', async () => {
  const answer = await service.ask('/mcp', { key: 'fk_live_stolen', body: list, headers: accepting });
  assert.deepEqual([answer.status, answer.json.code], [401, 'auth.key_invalid']);
  assert.equal(answer.headers['www-authenticate'], `Bearer error="invalid_token", resource_metadata="${METADATA}"`);
});

test('a revoked key stops working within a second', async () => {
  const { id, key } = await keyWith('catalog:read');
  assert.equal((await callTool(service, 'get-products', { key })).status, 200);
  await service.call(revokeApiKey, { path: { id } });
  await wait(950);
  assert.equal((await callTool(service, 'get-products', { key })).status, 401);
});

test('the resource metadata is public, and names no authorization server', async () => {
  const { json, status } = await service.ask('/.well-known/oauth-protected-resource/mcp', { key: undefined });
  assert.equal(status, 200);
  const { scopes_supported: scopes, ...rest } = json;
  assert.deepEqual(rest, {
    resource: 'https://localhost:8443/mcp',
    resource_name: 'Facturier',
    bearer_methods_supported: ['header'],
    resource_documentation: 'https://localhost:8443/docs',
  });
  assert.ok(scopes.includes('catalog:read') && scopes.includes('catalog:write'));
  const root = await service.ask('/.well-known/oauth-protected-resource', { key: undefined });
  assert.deepEqual([root.status, root.json.resource], [200, 'https://localhost:8443']);
});

test("a call beyond the key's scopes is refused before it runs, with the needed scope in one challenge", async () => {
  const { key } = await keyWith('catalog:read');
  for (const revision of revisions) {
    const said = { designation: 'Audit', vatCode: 'FR_2000', type: 'SERVICE_DELIVERY', unit: 'DAY' };
    const answer = await callTool(service, 'create-product', { revision, key, said });
    assert.deepEqual([answer.status, answer.json.code], [403, 'auth.scope_missing']);
    assert.equal(
      answer.headers['www-authenticate'],
      `Bearer error="insufficient_scope", scope="catalog:write", resource_metadata="${METADATA}"`,
    );
  }
  const { message } = await callTool(service, 'get-products', { key });
  assert.equal(message.result.structuredContent.total, 0);
});

test('only the tools a key allows are listed, for every key in the same order', async () => {
  const all = await listed();
  const reading = await listed((await keyWith('catalog:read')).key);
  const writing = await listed((await keyWith('catalog:write')).key);
  assert.deepEqual(reading, ['get-products', 'get-product-by-id']);
  assert.deepEqual(
    writing,
    all.filter((name) => name.includes('product')),
  );
  assert.ok(writing.includes('delete-product'));
  assert.deepEqual(await listed((await keyWith('events:read')).key), []);
  assert.deepEqual(await listed(), all);
});

test('an unknown tool is a protocol error that names no other tool', async () => {
  for (const revision of revisions) {
    const { message } = await callTool(service, 'drop-database', { revision });
    assert.equal(message.error.code, -32_602);
    assert.doesNotMatch(message.error.message, /drop-database|get-products/);
  }
});

/**
 * Posts like an assistant, but by hand, so that the host differs from the checked certificate name.
 */
const post = (scheme: typeof http | typeof https, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; code: string | undefined }>((resolve, reject) => {
    const said = { authorization: `Bearer ${service.keys.live}`, 'content-type': 'application/json', ...accepting };
    const { cert: ca } = service.certificate;
    const target = {
      host: '127.0.0.1',
      port: service.port(),
      path: '/mcp',
      method: 'POST',
      ca,
      servername: 'localhost',
    };
    const request = scheme.request({ ...target, headers: { ...said, ...headers } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const isProblem = response.headers['content-type']?.startsWith('application/problem+json');
      resolve({ status: response.statusCode, code: isProblem ? JSON.parse(text).code : undefined });
    });
    request.on('error', reject).end(JSON.stringify(list));
  });

test('a page of another site that points its name here is refused, whatever its key', async () => {
  const lured = await post(https, { host: 'evil.example.com' });
  assert.deepEqual(lured, { status: 403, code: 'request.host_not_allowed' });
  const foreign = await post(https, { origin: 'https://evil.example.com' });
  assert.deepEqual(foreign, { status: 403, code: 'request.origin_not_allowed' });
  const own = await post(https, { host: 'localhost:8443', origin: 'https://localhost:8443' });
  assert.deepEqual(own, { status: 200, code: undefined });
});

test("the operator's own proxy may call by another name if it states the requested one", async () => {
  const proxied = await serviceOverHttps({ trustedProxies: ['127.0.0.1'] });
  try {
    const headers = { host: 'localhost', 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' };
    const lured = await say(proxied, 'tools/list', { revision: '2026-07-28', headers });
    assert.deepEqual([lured.status, lured.json.code], [403, 'request.host_not_allowed']);
    const asked = await say(service, 'tools/list', { revision: '2026-07-28', headers });
    assert.equal(asked.status, 200, 'anybody else is not believed');
  } finally {
    await proxied.close();
  }
});

test('plain HTTP is refused', async () => {
  assert.deepEqual(await post(http), { status: 403, code: 'request.plain_http' });
});

test('there is no session to listen to or to end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await service.ask('/mcp', { method, headers: { accept: 'text/event-stream' } });
    assert.deepEqual([answer.status, answer.json.code], [405, 'request.method_not_allowed']);
    assert.equal(answer.headers.allow, 'POST');
  }
});

test('a batch or malformed message is refused, and calls nothing', async () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    service.ask('/mcp', { body, headers: { ...accepting, ...headers } });
  const batch = await send([list, list]);
  assert.deepEqual([batch.status, batch.json.error.code], [400, -32_600]);
  for (const body of ['null', '"x"', '5', '{}', '']) {
    const { status, json } = await send(body);
    assert.deepEqual([status, json.error.code], [400, -32_600], body);
  }
  const cut = await send('{"jsonrpc":');
  assert.deepEqual([cut.status, cut.json.code], [400, 'request.body_malformed']);
  const large = await send(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":"${'a'.repeat(1_048_576)}"}}`);
  assert.deepEqual([large.status, large.json.code], [413, 'request.body_too_large']);
  const form = await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' });
  assert.deepEqual([form.status, form.json.code], [415, 'request.media_type_unsupported']);
});

test('headers that contradict the message are refused (2026-07-28)', async () => {
  const lies = [
    { 'mcp-name': 'delete-product' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-protocol-version': '2025-11-25' },
  ];
  for (const headers of lies) {
    const { status, message } = await callTool(service, 'get-products', { headers });
    assert.deepEqual([status, message.error.code], [400, -32_020], JSON.stringify(headers));
  }
  assert.equal((await callTool(service, 'get-products')).status, 200);
});

test('an unknown method is not found, and the answer has the id of the request (2026-07-28)', async () => {
  const { status, message } = await say(service, 'invoices/burn', { revision: '2026-07-28' });
  assert.deepEqual([status, message.error.code, message.id], [404, -32_601, 1]);
});

test('calls of assistants count against the rate limit of their key', async () => {
  const limit = rateLimit(1);
  const access = {
    findCaller: (bearer: string) => findCaller(service.services.pool, bearer, service.clock.now),
    // Its clock stands still: on a slow machine the rate limit does not refill.
    rateLimit: { take: (keyId: string) => limit.take(keyId, 0) },
  };
  const hasty = await serviceOverHttps({ access });
  try {
    const ask: typeof hasty.ask = (path, asked) => hasty.ask(path, { key: service.keys.live, ...asked });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await say({ ask }, 'tools/list', { revision: '2026-07-28' })).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  } finally {
    await hasty.close();
  }
});
