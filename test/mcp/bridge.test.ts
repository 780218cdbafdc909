import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import { httpClient } from '../support/service/http-client.ts';
import {
  type Ground,
  ground,
  type ServerProcess,
  settingsOf,
  startProcess,
} from '../support/service/server-process.ts';
import { sharedCertificate } from '../support/service/test-certificate.ts';
import { asking, bridge, calling, until } from './bridge-process.ts';

// `facturier mcp` line by line, as seen by the assistant that starts it.

const certificate = await sharedCertificate('service');
let on: Ground;
let service: ServerProcess;
let key: string;
beforeAll(async () => {
  on = await ground();
  service = await startProcess(on);
  key = service.welcome.keys?.live ?? assert.fail('no key');
  await writeFile(join(on.dataFolder, 'test-ca.pem'), certificate.cert);
});
afterAll(() => on.discard());

const beside = (more: Record<string, string> = {}) => ({
  ...settingsOf(on, service.port),
  FACTURIER_KEY: key,
  ...more,
});

/** A key with given scopes, created as its owner would. */
async function keyWith(scopes: readonly string[]): Promise<string> {
  const client = httpClient({ port: service.port, ca: await on.ca(), host: 'localhost' });
  const answer = await client.ask('/v2/api-keys', { key, body: { name: 'Assistant', scopes } });
  client.close();
  return answer.json.key ?? assert.fail(answer.text);
}

test('twenty concurrent requests get twenty answers, and standard output has nothing else', async () => {
  const { say, heard, end, out, err } = bridge(beside());
  const ids = Array.from({ length: 20 }, (_, place) => (place % 2 ? place : `request ${place}`));
  say(...ids.map((id) => calling(id, 'get-products', { search: String(id) })));
  // Requests sent before the end of input are answered before it exits.
  assert.equal(await end(), 0);
  const answered = heard();
  assert.deepEqual(new Set(answered.map(({ id }) => id)), new Set(ids));
  assert.equal(answered.length, 20);
  for (const { jsonrpc, result } of answered) assert.deepEqual([jsonrpc, result.structuredContent.total], ['2.0', 0]);
  assert.equal(out().trim().split('\n').length, 20);
  assert.match(err(), /^facturier mcp: connected to https:\/\/localhost:\d+\/mcp\n$/);
});

test('the bridge ends with its input, even if no message was sent', async () => {
  const { end, out } = bridge(beside());
  assert.equal(await end(), 0);
  assert.equal(out(), '');
});

test('the older protocol: initialize, a notification without an answer, tools/list', async () => {
  const { say, answerTo, heard, end } = bridge(beside());
  const clientInfo = { name: 'assistant', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  say({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  assert.equal((await answerTo(0)).result.protocolVersion, '2025-11-25');
  say({ jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 'two', method: 'tools/list' });
  assert.ok((await answerTo('two')).result.tools.length >= 5);
  assert.equal(await end(), 0);
  assert.equal(heard().length, 2);
});

test('an invalid line is harmless: the next lines are answered', async () => {
  const { child, say, answerTo, heard, end, err } = bridge(beside());
  child.stdin?.write('{"jsonrpc":"2.0",\nhello\n{"json":"but no message"}\n');
  say(asking(1, 'tools/list'));
  assert.ok((await answerTo(1)).result);
  assert.equal(await end(), 0);
  assert.equal(heard().length, 1);
  assert.match(err(), /facturier mcp: .*invalid/s);
});

test('an invalid key is an error in answer to the same request; the right key works', async () => {
  const wrong = bridge(beside({ FACTURIER_KEY: `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` }));
  wrong.say(asking('a', 'tools/list'), { jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  const { error } = await wrong.answerTo('a');
  assert.deepEqual([error.data.status, error.data.code], [401, 'auth.key_invalid']);
  assert.match(error.message, /^HTTP 401: .+key/);
  assert.equal(await wrong.end(), 0);
  // A notification has no answer, so its error is for the log.
  assert.equal(wrong.heard().length, 1);
  assert.match(wrong.err(), /facturier mcp: HTTP 401/);
  assert.ok(!wrong.err().includes(key.slice(0, 60)), 'the key was told');
  const right = bridge(beside());
  right.say(asking('a', 'tools/list'));
  assert.equal((await right.answerTo('a')).error, undefined);
  await right.end();
});

test('a missing scope is named in the error', async () => {
  const { say, answerTo, end } = bridge(beside({ FACTURIER_KEY: await keyWith(['catalog:read']) }));
  say(calling(1, 'create-product', { designation: 'x' }), calling(2, 'get-products'));
  const { error } = await answerTo(1);
  assert.deepEqual([error.data.status, error.data.code], [403, 'auth.scope_missing']);
  assert.match(error.message, /catalog:write/);
  assert.equal((await answerTo(2)).result.structuredContent.success, true);
  await end();
});

test('refusals of the service are in the language of the assistant', async () => {
  const said = async (language: string) => {
    const { say, answerTo, end } = bridge(beside({ LANG: language, FACTURIER_KEY: 'nothing' }));
    say(asking(1, 'tools/list'));
    const { error } = await answerTo(1);
    await end();
    return error.message;
  };
  assert.match(await said('fr_FR.UTF-8'), /clé/);
  assert.doesNotMatch(await said('en_GB.UTF-8'), /clé/);
});

test('without a service it says how to start one, and exits with 1', async (t) => {
  const free = await pretender(t, () => {});
  free.stop();
  const { ended, out, err } = bridge(beside({ FACTURIER_URL: free.address }));
  assert.equal(await ended, 1);
  assert.equal(out(), '');
  assert.match(err(), /no service answers at https:\/\/localhost:\d+ \(ECONNREFUSED\)\. Start Facturier \(npm start/);
});

test('a missing key, a plain HTTP address, or a key on the command line is a usage error', async () => {
  const { FACTURIER_KEY: _, ...keyless } = beside();
  const missing = bridge(keyless);
  assert.equal(await missing.ended, 2);
  assert.match(missing.err(), /FACTURIER_KEY/);
  assert.equal(await bridge(beside(), ['--url', 'http://localhost:8080']).ended, 2);
  assert.equal(await bridge(beside(), ['--key', key]).ended, 2);
});

test('an untrusted certificate is refused; --ca names the authority to trust', async (t) => {
  const other = await pretender(t, (_request, response) => response.writeHead(202).end());
  const stranger = bridge(beside({ FACTURIER_URL: other.address }));
  assert.equal(await stranger.ended, 1);
  assert.match(stranger.err(), /certificate .+ is not trusted \(.+\)\. .+ --ca/);
  assert.deepEqual(other.asked, []);
  const trusting = bridge(beside({ FACTURIER_URL: `${other.address}/mcp` }), [...trusted()]);
  trusting.say({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  assert.equal(await trusting.end(), 0);
  assert.deepEqual(other.asked, ['GET /health/live', 'POST /mcp']);
});

const trusted = () => ['--ca', join(on.dataFolder, 'test-ca.pem')];

type Asked = { id: number; method: string };

/** A server that answers health checks, and handles messages as the test needs. */
async function pretender(
  t: Pick<TestContext, 'onTestFinished'>,
  answer: (request: Asked, response: import('node:http').ServerResponse) => void,
) {
  const asked: string[] = [];
  const server = https.createServer(certificate, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/health/live') return void response.end('{"status":"live"}');
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => answer(JSON.parse(text), response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  t.onTestFinished(stop);
  return { address: `https://localhost:${port}`, asked, stop };
}

const problem = { code: 'database.unreachable', detail: 'The database does not answer. Try again.', requestId: 'r-1' };

test('a failing service, or a firewall in front of it, is an error in words; a working one answers', async (t) => {
  const { address } = await pretender(t, ({ id }, response) => {
    if (id === 1) response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    else if (id === 2) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else if (id === 3)
      response.writeHead(400, JSON_HEADERS).end(JSON.stringify({ jsonrpc: '2.0', id: null, error: NO }));
    else response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  });
  const { say, answerTo, end } = bridge(beside({ FACTURIER_URL: address }), trusted());
  say(...[1, 2, 3, 4].map((id) => asking(id, 'tools/list')));
  assert.deepEqual((await answerTo(1)).error, {
    code: -32_000,
    message: 'HTTP 503: The database does not answer. Try again.',
    data: { status: 503, code: 'database.unreachable', requestId: 'r-1' },
  });
  assert.deepEqual((await answerTo(2)).error, {
    code: -32_000,
    message: 'HTTP 502: Bad Gateway',
    data: { status: 502 },
  });
  assert.deepEqual((await answerTo(3)).error, NO);
  assert.deepEqual((await answerTo(4)).result, {});
  await end();
});

const JSON_HEADERS = { 'content-type': 'application/json' };
const STREAM_HEADERS = { 'content-type': 'text/event-stream' };
const NO = { code: -32_022, message: 'Unsupported protocol version' };
const data = (message: object): string => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

test('messages before the answer in a stream are forwarded; an interrupted stream is an error', async (t) => {
  const progress = { method: 'notifications/progress', params: { progressToken: 1, progress: 0.5 } };
  const { address } = await pretender(t, ({ id }, response) => {
    response.writeHead(200, STREAM_HEADERS).write(data(progress));
    if (id === 1) response.end(data({ id, result: { tools: [] } }));
    else setTimeout(() => response.destroy(), 50);
  });
  const { say, answerTo, heard, end } = bridge(beside({ FACTURIER_URL: address }), trusted());
  say(asking(1, 'tools/list'));
  assert.deepEqual((await answerTo(1)).result, { tools: [] });
  assert.deepEqual(heard()[0], { jsonrpc: '2.0', ...progress });
  say(asking(2, 'tools/list'));
  assert.match((await answerTo(2)).error.message, /stopped answering/);
  await end();
});

test('a cancelled request closes its connection and gets no answer; the others get theirs', async (t) => {
  let closed = false;
  const { address } = await pretender(t, ({ id, method }, response) => {
    if (method === 'notifications/cancelled') response.writeHead(202).end();
    else if (id === 2) response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
    else {
      response.writeHead(200, STREAM_HEADERS).write(': wait\n\n');
      response.on('close', () => {
        closed = true;
      });
    }
  });
  const { say, answerTo, heard, end } = bridge(beside({ FACTURIER_URL: address }), trusted());
  say(asking(1, 'tools/list'), asking(2, 'tools/list'));
  await answerTo(2);
  assert.equal(closed, false);
  say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } });
  await until(
    () => closed || undefined,
    () => 'the connection stayed open',
  );
  assert.equal(await end(), 0);
  assert.deepEqual(
    heard().map(({ id }) => id),
    [2],
  );
});

test('a stopped service is an error until it is back', async () => {
  const { say, answerTo, end } = bridge(beside());
  say(asking(1, 'tools/list'));
  assert.ok((await answerTo(1)).result);
  const { port } = service;
  assert.equal(await service.stop(), 0);
  say(asking(2, 'tools/list'));
  assert.match((await answerTo(2)).error.message, /no service answers at .+ Start Facturier/);
  service = await startProcess(on, { port });
  say(asking(3, 'tools/list'));
  assert.ok((await answerTo(3)).result);
  assert.equal(await end(), 0);
});
