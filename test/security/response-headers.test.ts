import assert from 'node:assert/strict';
import { once } from 'node:events';
import tls from 'node:tls';
import { afterAll, beforeAll, test } from 'vitest';
import type { Answered } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

/** One response of each type: a page, a list, an error of each layer, a file, and an empty one. */
async function oneOfEach(): Promise<[string, Answered][]> {
  const { ask } = service;
  return [
    ['a page', await ask('/')],
    ['the description', await ask('/openapi.json')],
    ['health', await ask('/health/ready')],
    ['a list', await ask('/v2/billings')],
    ['no key', await ask('/v2/billings', { key: '' })],
    ['no such route', await ask('/no/such')],
    ['a wrong method', await ask('/v2/billings', { method: 'DELETE' })],
    ['a malformed body', await ask('/contact', { body: '{' })],
    ['a refusal', await ask('/v2/billing/01890a5d-ac96-774b-bcce-b302099a8057')],
    ['a file', await ask('/v2/products/export')],
  ];
}

test('every response forbids sniffing, framing, caching, referrers and sharing, and declares its type', async () => {
  for (const [name, { headers, text }] of await oneOfEach()) {
    assert.equal(headers['x-content-type-options'], 'nosniff', name);
    assert.equal(headers['referrer-policy'], 'no-referrer', name);
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/, name);
    assert.match(String(headers['content-security-policy']), /base-uri 'none'/, name);
    assert.equal(headers['cache-control'], 'no-store', name);
    assert.equal(headers['access-control-allow-origin'], undefined, name);
    assert.equal(headers['set-cookie'], undefined, name);
    assert.equal(headers.server, undefined, name);
    if (text)
      assert.match(String(headers['content-type']), /^(application\/(problem\+)?json|text\/\w+; charset=utf-8)/, name);
  }
});

test('no CORS header lets another origin read a response', async () => {
  const asked = {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  };
  const { status, headers } = await service.ask('/v2/billings', asked);
  assert.ok(status >= 400, String(status));
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.startsWith('access-control')),
    [],
  );
});

test('TRACE echoes nothing, and no source file is served', async () => {
  assert.equal((await service.ask('/v2/billings', { method: 'TRACE', headers: { 'x-echo': 'me' } })).status, 405);
  for (const path of [
    '/.git/config',
    '/package.json',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/src/',
    '/data/',
  ])
    assert.equal((await service.ask(path)).status, 404, path);
});

/**
 * Milliseconds without a byte after which no more are expected, even on a busy machine: the service
 * closes the connection earlier.
 */
const SILENT_MS_MAX = 60_000;

/** Sends raw bytes and returns the response until the connection closes. */
async function raw(bytes: string): Promise<string> {
  const socket = tls.connect({ host: '127.0.0.1', port: service.port(), ca: service.certificate.cert });
  await once(socket, 'secureConnect');
  let answered = '';
  socket.on('data', (chunk) => {
    answered += chunk;
  });
  socket.on('error', () => {});
  socket.setTimeout(SILENT_MS_MAX, () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return answered;
}

const BOTH = ['POST /contact HTTP/1.1', 'Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', ''];
const smuggled: readonly [string, string[]][] = [
  ['a length and chunks', [...BOTH, 'GET /health/live HTTP/1.1', 'Host: x', '', '']],
  [
    'two lengths',
    [
      'POST /contact HTTP/1.1',
      'Host: x',
      'Content-Length: 0',
      'Content-Length: 40',
      '',
      'GET /health/live HTTP/1.1',
      'Host: x',
      '',
      '',
    ],
  ],
  [
    'a length that is none',
    ['POST /contact HTTP/1.1', 'Host: x', 'Content-Length: +0', '', 'GET /health/live HTTP/1.1', 'Host: x', '', ''],
  ],
  [
    'chunks by another name',
    [
      'POST /contact HTTP/1.1',
      'Host: x',
      'Transfer-Encoding: xchunked',
      'Content-Length: 0',
      '',
      'GET /health/live HTTP/1.1',
      'Host: x',
      '',
      '',
    ],
  ],
];

for (const [name, lines] of smuggled)
  test(`request smuggling: ${name} is refused, and the rest is not answered`, async () => {
    const answered = await raw(lines.join('\r\n'));
    assert.match(answered, /^HTTP\/1\.1 4\d\d /);
    assert.doesNotMatch(answered, /"status":"live"/);
  });

test('control: two separate requests are both answered', async () => {
  const answered = await raw(
    'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  assert.equal(answered.match(/"status":"live"/g)?.length, 2);
});
