import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterAll, beforeAll, test } from 'vitest';
import { until } from '../../support/runner/wait-until.ts';
import { httpClient } from '../../support/service/http-client.ts';
import { type Ground, ground, startProcess } from '../../support/service/server-process.ts';

const PROGRAM = new URL('./failing-server.ts', import.meta.url).pathname;

let on: Ground;
/** Shown by the first start. */
let key: string | undefined;
beforeAll(async () => {
  on = await ground();
});
afterAll(() => on.discard());

async function stumbling() {
  const server = await startProcess(on, { program: PROGRAM });
  key ??= server.welcome.keys?.live;
  const client = httpClient({ port: server.port, ca: await on.ca() });
  const stumble = (way: string, id: string) =>
    client.ask('/v2/stumble', { key, body: { way }, headers: { 'x-request-id': id, 'accept-language': 'en' } });
  return { server, client, stumble };
}

test('an uncaught error answers its own request with 500, is logged with the request ID and counted; others continue', async () => {
  const { server, client, stumble } = await stumbling();
  const bystander = stumble('wait', 'bystander');
  const ways = ['timer', 'rejection', 'file', 'emitter'];
  for (const way of ways) {
    const { status, json, headers } = await stumble(way, `by-${way}`);
    assert.deepEqual([status, json.code, json.requestId], [500, 'service.internal_error', `by-${way}`]);
    assert.match(String(headers['content-type']), /problem\+json/);
    assert.ok(!JSON.stringify(json).includes('stumbled'));
  }
  assert.equal((await bystander).status, 204);
  const told = () =>
    server
      .log()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('uncaught error'));
  // The log of another process arrives with a delay.
  await until('as many lines as failures', () => told().length >= ways.length);
  const lines = told();
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).requestId),
    ways.map((way) => `by-${way}`),
  );
  assert.equal((await client.ask('/health/live')).json.strayFailures, ways.length);
  // Other addresses get no error details.
  const afar = await client.ask('/health/live', { headers: { 'x-forwarded-for': '203.0.113.1' } });
  assert.deepEqual(afar.json, { status: 'live' });
  client.close();
  assert.equal(await server.stop(), 0);
});

test('a process that is corrupted or keeps failing ends', async () => {
  for (const way of ['broken', 'always']) {
    const { server, client, stumble } = await stumbling();
    stumble(way, way).catch(() => {});
    const [code] = await once(server.child, 'exit');
    assert.equal(code, 70);
    client.close();
  }
});

test('without the guard the first uncaught error ends the process', async () => {
  process.env.STUMBLE_UNGUARDED = '1';
  try {
    const { server, client, stumble } = await stumbling();
    const answer = stumble('timer', 'x').catch(() => 'no answer');
    await once(server.child, 'exit');
    assert.equal(await answer, 'no answer');
    client.close();
  } finally {
    delete process.env.STUMBLE_UNGUARDED;
  }
});
