import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { sharedCertificate } from '../support/service/test-certificate.ts';

const certificate = await sharedCertificate('service');
const JSON_TYPE = { 'content-type': 'application/json' };
const CONTACT = '{"firstname":"Léa","lastname":"Martin","emails":["lea@example.fr"]}';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

/** Creates a contact; returns status and code. */
async function made(body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) {
  const { status, json } = await service.ask('/contact', { body, headers });
  return { status, code: json?.code, json };
}

test('a duplicate member in an object is refused by name', async () => {
  const twice = [
    '{"lastname":"Martin","lastname":"Durand"}',
    '{"lastname":"Martin","l\\u0061stname":"Durand"}',
    '{"a":[{"lastname":{}},{"lastname":1,"lastname":1}]}',
    '{"firstname":"a\\\\","lastname":"\\"lastname\\":1","lastname":""}',
    `{"notes":"${'a'.repeat(900_000)}","lastname":"Martin","lastname":"Durand"}`,
  ];
  for (const body of twice) {
    const { status, code, json } = await made(body);
    assert.deepEqual([status, code, json.member], [400, 'request.body_malformed', 'lastname'], body.slice(0, 100));
  }
  const once =
    '{"firstname":"","lastname":"Martin","emails":[],"a":{"lastname":":","b":"\\"lastname\\":"},"c":[{"d":1},{"d":2}]}';
  assert.equal((await made(once)).status, 201);
});

/** The status of a request with exactly these headers. */
async function statusOf(
  path: string,
  headers: readonly string[],
  method = 'GET',
  body = '',
): Promise<number | undefined> {
  const asked = https.request({ port: service.port(), ca: certificate.cert, path, method, headers: [...headers] });
  const [answer] = (await once(asked.end(body), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('two Host headers are refused, equal or not', async () => {
  const cases = [
    [['Host', 'other.example.com'], 400],
    [['hOST', '127.0.0.1'], 400],
    [[], 200],
  ] as const;
  for (const [second, status] of cases)
    assert.equal(await statusOf('/health/live', ['Host', '127.0.0.1', ...second]), status, second.join());
});

test('two keys, two content types or a transfer encoding: an ambiguous request is refused', async () => {
  const host = ['Host', '127.0.0.1'];
  const key = ['Authorization', `Bearer ${service.keys.live}`];
  assert.equal(await statusOf('/v2/company/me', [...host, ...key]), 200);
  for (const second of [key, ['authorization', 'Bearer fk_live_other'], ['Authorization', 'Basic eA==']])
    assert.equal(await statusOf('/v2/company/me', [...host, ...key, ...second]), 400, second.join());
  const json = ['Content-Type', 'application/json'];
  const chunked = ['Transfer-Encoding', 'chunked'];
  const post = (headers: readonly string[]) => statusOf('/contact', [...host, ...key, ...headers], 'POST', CONTACT);
  assert.equal(await post([...json, ...chunked]), 201);
  assert.equal(await post([...json, ...chunked, 'Content-Type', 'text/csv']), 400);
  assert.equal(await post([...json, 'Transfer-Encoding', 'gzip, chunked']), 400);
});

test('a compressed body or an unknown character set is refused with 415', async () => {
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'x-unknown']) {
    const { status, code } = await made(CONTACT, { ...JSON_TYPE, 'content-encoding': encoding });
    assert.deepEqual([status, code], [415, 'request.content_encoding_unsupported'], encoding);
  }
  const inCharset = (charset: string) => made(CONTACT, { 'content-type': `application/json; charset=${charset}` });
  for (const charset of ['iso-8859-1', '"utf-7"', 'klingon']) {
    const { status, code } = await inCharset(charset);
    assert.deepEqual([status, code], [415, 'request.charset_unsupported'], charset);
  }
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'us-ascii']) assert.equal((await inCharset(charset)).status, 201);
  assert.equal((await made(CONTACT, { ...JSON_TYPE, 'content-encoding': 'identity' })).status, 201);
});

test('an unknown path suggests the nearest known one, and /docs/ redirects to /docs', async () => {
  const meant = [
    ['/v2/billing', '/v2/billings'],
    ['/v2/Billings/', '/v2/billings'],
    ['/v2/compagny/me', '/v2/company/me'],
    ['/opanapi.json', '/openapi.json'],
    ['/v2/contact', '/contact'],
    ['/v2/persons', '/v2/person'],
    [`/v2/billing/${'7'.repeat(100)}/familly`, `/v2/billing/${'7'.repeat(100)}/family`],
  ] as const;
  for (const [address, nearest] of meant) {
    const { status, json } = await service.ask(address);
    assert.deepEqual([status, json.code, json.nearest], [404, 'request.route_not_found', nearest]);
    assert.ok(json.detail.includes(nearest), json.detail);
  }
  for (const address of ['/wp-login.php', '/v2/billing/invoices', `/v2/billing/${'x'.repeat(150)}/zz`])
    assert.ok(!('nearest' in (await service.ask(address)).json), address);
  const moved = await service.ask('/docs/');
  assert.deepEqual([moved.status, moved.headers.location], [308, '/docs']);
});

test('a client with the current version gets 304 without a body', async () => {
  const contactId = (await made(CONTACT)).json.id;
  const draft = await service.ask(`/v2/billing/invoice/${contactId}`, { body: {} });
  const path = `/v2/billing/${draft.json.id}`;
  const etag = String((await service.ask(path)).headers.etag);
  const cases = [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"other", ${etag}`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const;
  for (const [said, status] of cases) {
    const answer = await service.ask(path, { headers: { 'if-none-match': said } });
    assert.deepEqual([answer.status, answer.headers.etag, answer.text === ''], [status, etag, status === 304], said);
  }
  await service.ask(`${path}/title`, { method: 'PATCH', body: { title: 'Site' } });
  assert.equal((await service.ask(path, { headers: { 'if-none-match': etag } })).status, 200);
});

test('lists, figures and files have an ETag too: 304 until their content changes', async () => {
  const contactId = (await made(CONTACT)).json.id;
  const draft = await service.ask(`/v2/billing/invoice/${contactId}`, { body: {} });
  const paths = [
    '/v2/billings?search=Relance',
    '/v2/billings/totals',
    '/contacts',
    `/v2/billing/${draft.json.id}/preview`,
  ];
  const known = async (path: string, etag: string) =>
    service.ask(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
  const before = new Map<string, string>();
  for (const path of paths) {
    const first = await service.ask(path);
    const etag = String(first.headers.etag);
    assert.match(etag, /^"[\w-]+"$/, `${path}: ${first.status}`);
    const again = await known(path, etag);
    assert.deepEqual([again.status, again.headers.etag, again.text], [304, etag, ''], path);
    assert.equal((await service.ask(path, { headers: { 'if-none-match': 'no tag, "other' } })).status, 200, path);
    before.set(path, etag);
  }
  await made(CONTACT);
  await service.ask(`/v2/billing/${draft.json.id}/title`, { method: 'PATCH', body: { title: 'Relance' } });
  for (const [path, etag] of before)
    assert.equal((await known(path, etag)).status, path === '/v2/billings/totals' ? 304 : 200, path);
  const { headers } = await service.ask('/v2/billings/export');
  assert.equal(headers.etag, undefined, 'a file whose parts are made one by one has none');
});
