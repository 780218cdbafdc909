import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { after, before, test } from 'node:test';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service-over-https.ts';
import { sharedCertificate } from '../support/test-certificate.ts';

const certificate = await sharedCertificate('service');
const JSON_TYPE = { 'content-type': 'application/json' };
const CONTACT = '{"firstname":"Léa","lastname":"Martin","emails":["lea@example.fr"]}';

let service: ServiceOverHttps;
before(async () => {
  service = await serviceOverHttps();
});
after(() => service.close());

/** Makes a contact, and answers the status and code. */
async function made(body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) {
  const { status, json } = await service.ask('/contact', { body, headers });
  return { status, code: json?.code, json };
}

test('a member that stands twice in one object is refused by its name', async () => {
  const twice = [
    '{"lastname":"Martin","lastname":"Durand"}',
    '{"lastname":"Martin","l\\u0061stname":"Durand"}',
    '{"a":[{"lastname":{}},{"lastname":1,"lastname":1}]}',
  ];
  for (const body of twice) {
    const { status, code, json } = await made(body);
    assert.deepEqual([status, code, json.member], [400, 'request.body_malformed', 'lastname'], body);
  }
  const once =
    '{"firstname":"","lastname":"Martin","emails":[],"a":{"lastname":":","b":"\\"lastname\\":"},"c":[{"d":1},{"d":2}]}';
  assert.equal((await made(once)).status, 201);
});

test('two Host headers are refused, whether they agree or not', async () => {
  const cases = [
    ['other.example.com', 400],
    ['127.0.0.1', 400],
    [undefined, 200],
  ] as const;
  for (const [second, status] of cases) {
    const headers = ['Host', '127.0.0.1', ...(second ? ['Host', second] : [])];
    const asked = https.request({ port: service.port(), ca: certificate.cert, path: '/health/live', headers });
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, status, second);
  }
});

test('a body that is compressed or in an unknown character set is refused with 415', async () => {
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

test('an unknown address names the one that was probably meant, and /docs/ leads to /docs', async () => {
  const meant = [
    ['/v2/billing', '/v2/billings'],
    ['/v2/Billings/', '/v2/billings'],
    ['/v2/compagny/me', '/v2/company/me'],
    ['/opanapi.json', '/openapi.json'],
    ['/v2/contact', '/contact'],
  ] as const;
  for (const [address, nearest] of meant) {
    const { status, json } = await service.ask(address);
    assert.deepEqual([status, json.code, json.nearest], [404, 'request.route_not_found', nearest]);
    assert.ok(json.detail.includes(nearest), json.detail);
  }
  assert.ok(!('nearest' in (await service.ask('/wp-login.php')).json));
  const moved = await service.ask('/docs/');
  assert.deepEqual([moved.status, moved.headers.location], [308, '/docs']);
});

test('who has a version already is answered 304 without a body', async () => {
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
