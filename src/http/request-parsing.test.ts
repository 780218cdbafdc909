import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'vitest';
import { rateLimit } from './limits/key-rate-limit.ts';
import { readBody } from './request/json-body.ts';
import { parseIdempotencyKey, preferredLanguage, readRequestId } from './request/request-headers.ts';
import { clientAddress, trustedProxies } from './server/listeners.ts';
import { securityHeaders } from './server/security-headers.ts';

test('an idempotency key is the same quoted or bare', () => {
  assert.equal(parseIdempotencyKey('order-7'), 'order-7');
  assert.equal(parseIdempotencyKey('"order-7"'), 'order-7');
  assert.equal(parseIdempotencyKey('"a\\"b"'), 'a"b');
  assert.equal(parseIdempotencyKey(undefined), undefined);
});

test('an idempotency key has 1 to 255 visible characters', () => {
  assert.equal(parseIdempotencyKey('x'.repeat(255)), 'x'.repeat(255));
  for (const key of ['', '""', 'x'.repeat(256), 'clé', 'a b', 'a\tb']) {
    assert.deepEqual(parseIdempotencyKey(key), { refused: 'header_malformed', header: 'Idempotency-Key' }, key);
  }
});

test('answers are French unless English is preferred', () => {
  for (const header of [undefined, '', 'de', '*', 'fr', 'fr-CA, en;q=0.9', 'en;q=0', 'en;q=x']) {
    assert.equal(preferredLanguage(header), 'fr', header);
  }
  for (const header of ['en', 'EN-us', 'de, en;q=0.5', 'fr;q=0.3, en;q=0.4']) {
    assert.equal(preferredLanguage(header), 'en', header);
  }
});

test('a key can save up two seconds of its rate, and refills over time', () => {
  const limit = rateLimit(10);
  const taken = (at: number, times: number) =>
    Array.from({ length: times }, () => limit.take('key', at)).filter((s) => s === 0);
  assert.equal(taken(0, 30).length, 20);
  assert.equal(taken(500, 30).length, 5);
  assert.equal(limit.take('another', 500), 0);
  assert.equal(limit.take('key', 500), 1);
});

test('half of the tracked keys are dropped in a flood; a rate of 0 limits nothing', () => {
  const limit = rateLimit(1);
  for (let key = 0; key < 25_000; key++) assert.equal(limit.take(`key ${key}`, key), 0);
  const none = rateLimit(0);
  for (let times = 0; times < 10_000; times++) assert.equal(none.take('key', 0), 0);
});

test('a body is JSON in UTF-8, not nested too deep', () => {
  const json = 'application/json; charset=utf-8';
  assert.deepEqual(readBody(Buffer.from('{"a":[1]}'), json), { body: { a: [1] } });
  assert.deepEqual(readBody(Buffer.from('{"a":1}'), 'application/merge-patch+json'), { body: { a: 1 } });
  assert.deepEqual(readBody(Buffer.alloc(0), 'text/plain'), { body: {} });
  assert.deepEqual(readBody(Buffer.from('{}'), undefined), { refused: 'media_type_unsupported' });
  assert.deepEqual(readBody(Buffer.from('{}'), 'application/jsonp'), { refused: 'media_type_unsupported' });
  const quoted = JSON.stringify({ a: '['.repeat(1_000), b: '"[\\' });
  assert.deepEqual(readBody(Buffer.from(quoted), json), { body: JSON.parse(quoted) });
  const malformed = (text: string, because: string, at?: { line: number; column: number }) =>
    assert.deepEqual(
      readBody(Buffer.from(text), json),
      { refused: 'body_malformed', because, ...(at && { at }) },
      text,
    );
  malformed('{', 'breaks_off', { line: 1, column: 2 });
  malformed('[1,]', 'no_json', { line: 1, column: 4 });
  malformed('{\n "a": NaN}', 'no_json', { line: 2, column: 7 });
  malformed('\ufeff{}', 'no_json', { line: 1, column: 1 });
  malformed(`${'['.repeat(65)}${']'.repeat(65)}`, 'too_deep');
});

test('the content of a body is limited before it is built: 1,000 fields an object, 1,000 elements a list, 50,000 values', () => {
  const counted = (text: string) => readBody(Buffer.from(text), 'application/json');
  const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":","`).join()}}`;
  const elements = (count: number) => `[${Array.from({ length: count }, () => '{}').join()}]`;
  const lists = (count: number) => `[${Array.from({ length: count }, () => `[${'1,'.repeat(99)}1]`).join()}]`;
  for (const text of [members(1_000), elements(1_000), lists(490)]) assert.ok('body' in counted(text));
  const tooMuch = (text: string) => counted(text) as { counted?: string; limit?: number };
  assert.deepEqual(tooMuch(members(1_001)), { refused: 'body_too_intricate', counted: 'members', limit: 1_000 });
  assert.deepEqual(tooMuch(elements(1_001)), { refused: 'body_too_intricate', counted: 'elements', limit: 1_000 });
  assert.deepEqual(tooMuch(lists(510)), { refused: 'body_too_intricate', counted: 'values', limit: 50_000 });
  // Content inside strings is not counted.
  assert.ok('body' in counted(JSON.stringify({ a: ',{['.repeat(60_000), b: '\\\\",' })));
});

const asked = (peer: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress: peer } }) as unknown as IncomingMessage;

test('only a trusted proxy may state the address of its client', () => {
  const isTrusted = trustedProxies(['10.0.0.0/8', '2001:db8::1']);
  const said = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.1.1.1' };
  assert.equal(clientAddress(asked('192.0.2.1', said), isTrusted), '192.0.2.1');
  assert.equal(clientAddress(asked('10.0.0.2', said), isTrusted), '198.51.100.7');
  assert.equal(clientAddress(asked('::ffff:10.0.0.2', said), isTrusted), '198.51.100.7');
  assert.equal(clientAddress(asked('2001:db8::1'), isTrusted), '2001:db8::1');
  assert.equal(trustedProxies([])('127.0.0.1'), false);
});

test('a request id that could forge a log line is replaced', () => {
  assert.equal(readRequestId(asked('::1', { 'x-request-id': 'order-42' })), 'order-42');
  for (const id of ['', 'a b', 'a\nb', 'é', 'x'.repeat(129)]) {
    assert.notEqual(readRequestId(asked('::1', { 'x-request-id': id })), id);
  }
});

test('a machine with its own name sends HSTS for a year, localhost does not', () => {
  const promised = securityHeaders('https://bills.example.com')['strict-transport-security'];
  assert.equal(promised, 'max-age=31536000; includeSubDomains');
  const alone = securityHeaders('https://bills.example.com', { hstsSubdomains: false });
  assert.equal(alone['strict-transport-security'], 'max-age=31536000');
  for (const address of ['https://localhost:8443', 'https://127.0.0.1:8443', 'https://[::1]']) {
    assert.ok(!('strict-transport-security' in securityHeaders(address)), address);
  }
});

test('other sites can neither frame nor embed our answers, and our pages cannot use the camera', () => {
  const headers = securityHeaders('https://bills.example.com');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.match(headers['permissions-policy'] ?? '', /^camera=\(\), geolocation=\(\), microphone=\(\)/);
});
