import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { v7 } from 'uuid';
import { test } from 'vitest';
import { httpClient } from '../../../test/support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { formatApiKey, parseApiKey } from '../../domain/account/api-key.ts';
import { securityEvents } from '../../services/security-event.ts';
import { LINES_PER_MINUTE_MAX, securityLog, UNAUTHENTICATED_LINES_PER_MINUTE_MAX } from './security-log.ts';

/** A log at the default level, and its lines. */
function recordingLog() {
  const texts: string[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void texts.push(text) });
  const lines = () => texts.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'security');
  return { log, texts, lines };
}

async function withSecurityLog(
  work: (service: ServiceOverHttps, to: ReturnType<typeof recordingLog>) => Promise<void>,
) {
  const to = recordingLog();
  const service = await serviceOverHttps();
  service.services.environment.securityLog = securityLog(to.log);
  await service.restart();
  try {
    await work(service, to);
  } finally {
    await service.close();
  }
}

test('failed logins, refused scopes, created, rotated and revoked keys, and exports are logged with caller and address', () =>
  withSecurityLog(async ({ ask, keys, accountId }, { lines }) => {
    const admin = parseApiKey(keys.live)?.keyId;
    const made = (await ask('/v2/api-keys', { body: { name: 'Lecture', scopes: ['billing:read'] } })).json;
    const reader = made.key;
    const drawn = { accountId: v7(), keyId: v7(), test: false, secret: randomBytes(32) };
    await ask('/v2/billings', { key: formatApiKey(drawn), headers: { 'x-request-id': 'try-1' } });
    await ask('/v2/billings', { key: 'hunter2' });
    await ask('/v2/customers/export', { key: reader });
    await ask('/v2/tools/create-product', { key: reader, body: {} });
    const rotated = (await ask(`/v2/api-keys/${made.id}/rotate`, { body: {} })).json;
    await ask(`/v2/api-keys/${rotated.id}`, { method: 'DELETE' });
    await ask('/v2/customers/export');
    const said = lines().map(({ level, time, pid, hostname, msg, requestId, address, ...rest }) => rest);
    assert.deepEqual(said, [
      { event: 'key_made', account: accountId, actor: admin, keyId: made.id },
      { event: 'login_failed', account: drawn.accountId, keyId: drawn.keyId },
      { event: 'login_failed' },
      { event: 'scope_refused', account: accountId, actor: made.id, scope: 'customers:read' },
      { event: 'scope_refused', account: accountId, actor: made.id, scope: 'catalog:write' },
      { event: 'key_rotated', account: accountId, actor: admin, keyId: made.id, newKeyId: rotated.id },
      { event: 'key_revoked', account: accountId, actor: admin, keyId: rotated.id },
      { event: 'export_made', account: accountId, actor: admin, operation: 'export-customers' },
    ]);
    assert.ok(lines().every(({ address }) => address === '127.0.0.1'));
    assert.equal(lines()[1].requestId, 'try-1');
    assert.equal(new Set(lines().map(({ requestId }) => requestId)).size, lines().length);
  }));

test('a replayed idempotent answer is not a second key, and an export in many parts is one export', () =>
  withSecurityLog(async ({ ask }, { lines }) => {
    const retry = { body: { name: 'Boutique' }, headers: { 'idempotency-key': 'a-1' } };
    await ask('/v2/api-keys', retry);
    await ask('/v2/api-keys', retry);
    const rows = Array.from({ length: 1_500 }, (_, n) => `Moreau ${n}`).join('\n');
    const imported = await ask('/v2/customers/import', { body: { content: `nom\n${rows}\n` } });
    assert.equal(imported.status, 200, imported.text);
    const exported = await ask('/v2/customers/export');
    assert.ok(exported.text.split('\n').length > 1_500);
    assert.equal(lines().filter(({ event }) => event === 'export_made').length, 1);
    assert.ok(lines().filter(({ event }) => event === 'key_made').length <= 1);
  }));

test('no secret reaches the log, wherever a caller puts it', () =>
  withSecurityLog(async ({ ask, keys, port, certificate }, { texts, lines }) => {
    const secret = 'Tr0ub4dor&3';
    const drawn = formatApiKey({ accountId: v7(), keyId: v7(), test: true, secret: randomBytes(32) });
    const client = httpClient({ port: port(), ca: certificate.cert });
    const hidden = { 'x-request-id': keys.live, 'user-agent': secret, cookie: secret, 'x-forwarded-for': secret };
    const { json } = await ask('/v2/api-keys', { body: { name: secret }, headers: hidden });
    await client.ask(`/v2/billings?search=${secret}`, { key: drawn, headers: hidden });
    await client.ask('/v2/billings', { key: secret, headers: hidden });
    await client.ask('/v2/billings', { key: `${keys.live} `, headers: hidden });
    await client.ask('/v2/billings', {
      key: keys.live.slice(0, -4),
      headers: { 'x-request-id': keys.live.slice(0, -4) },
    });
    await ask('/v2/customers/export', { key: keys.test, headers: { 'x-request-id': keys.test } });
    client.close();
    assert.ok(lines().length >= 5, texts.join(''));
    for (const each of [
      secret,
      drawn,
      json.key,
      keys.live,
      keys.live.slice(0, -4),
      keys.test,
      'Bearer',
      'authorization',
    ])
      assert.ok(!texts.join('').includes(each), `${each} in ${texts.join('')}`);
  }));

test('negative control: without redaction, a key used as a request id would be in the log', () => {
  const { log, texts } = recordingLog();
  const key = formatApiKey({ accountId: v7(), keyId: v7(), test: false, secret: randomBytes(32) });
  log.info({ event: 'key_made', requestId: key }, 'security');
  assert.ok(texts.join('').includes(key));
  securityLog(log)({ event: 'key_made', actor: key });
  assert.ok(!texts[1]?.includes(key) && texts[1]?.includes('fk_live_***'));
});

test('of 100,000 failed logins 30 a minute are written, and the others are counted', () => {
  const { log, lines, texts } = recordingLog();
  let now = 0;
  const note = securityLog(log, () => now);
  for (let n = 0; n < 100_000; n++) note({ event: 'login_failed', account: v7() });
  for (let n = 0; n < 40; n++) note({ event: 'key_made', keyId: v7() });
  assert.equal(texts.length, UNAUTHENTICATED_LINES_PER_MINUTE_MAX + 40, 'keys made do not drown');
  now = 60_001;
  note({ event: 'login_failed' });
  assert.deepEqual(
    lines()
      .slice(-2)
      .map(({ event, more }) => [event, more]),
    [
      ['login_failed', 100_000 - UNAUTHENTICATED_LINES_PER_MINUTE_MAX],
      ['login_failed', undefined],
    ],
  );
  for (let n = 0; n < 2 * LINES_PER_MINUTE_MAX; n++) note({ event: 'key_made' });
  assert.ok(lines().filter(({ event }) => event === 'key_made').length <= 2 * LINES_PER_MINUTE_MAX);
});

test('every event is documented, and every documented event exists', async () => {
  const page = await readFile(new URL('../../../docs/security/security-log.md', import.meta.url), 'utf8');
  const explained = [...page.matchAll(/^\| `(\w+)` \|/gm)]
    .map(([, event]) => event)
    .filter((event) => event !== 'event');
  assert.deepEqual(explained.sort(), [...securityEvents].sort());
});
