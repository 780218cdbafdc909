import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { createApiKey } from '../../api/account/api-keys.ts';
import { formatApiKey, parseApiKey } from '../../domain/account/api-key.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { failedLoginLimit } from './failed-login-limit.ts';

const LIMITS = processLimits.failedLogins;
/**
 * No token is refilled during a test, however slow the machine, so counts are exact. Refilling is
 * tested in token-buckets.test.ts.
 */
const NEVER_SECONDS = 86_400;
Object.assign(LIMITS, { refillSeconds: NEVER_SECONDS, keyRefillSeconds: NEVER_SECONDS });

// The test acts as the trusted proxy, so it can call from any address.
let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => service.close());

const me = (key: string, address: string) =>
  service.ask('/v2/company/me', { key, headers: { 'x-forwarded-for': address, 'accept-language': 'en' } });
const newKey = async (): Promise<string> =>
  (await service.call(createApiKey, { body: { name: 'Boutique', scopes: ['account:admin'] } })).json.key;
/** A random key of an unknown account. */
const drawn = () => formatApiKey({ accountId: v7(), keyId: v7(), test: false, secret: randomBytes(32) });
/** A wrong secret for an existing key. */
const forged = (key: string) => formatApiKey({ ...(parseApiKey(key) ?? assert.fail()), secret: randomBytes(32) });

/** Upper bound for queries that earlier requests run in the background (last use of a key). */
const BEHIND_MAX = 5;
const isAbout = (asked: number, lookUps: number): boolean => asked >= lookUps && asked <= lookUps + BEHIND_MAX;

/** Number of database queries while `work` runs. */
async function lookUps(work: () => Promise<unknown>): Promise<number> {
  let times = 0;
  const count = () => times++;
  service.pool().on('acquire', count);
  await work();
  service.pool().off('acquire', count);
  return times;
}

test('300 unknown keys from one address cost 20 lookups; then the answer is 429 with Retry-After', async () => {
  const statuses: number[] = [];
  const asked = await lookUps(async () => {
    for (let n = 0; n < 300; n++) {
      const answer = await me(drawn(), '203.0.113.1');
      statuses.push(answer.status);
      if (answer.status !== 429) continue;
      assert.equal(answer.json.code, 'auth.too_many_failures');
      const seconds = Number(answer.headers['retry-after']);
      assert.ok(seconds >= 1 && seconds <= NEVER_SECONDS, `${seconds} s`);
    }
  });
  assert.ok(isAbout(asked, LIMITS.lookupsPerAddressMax), `${asked} look-ups`);
  assert.equal(statuses.filter((status) => status === 401).length, LIMITS.perAddressMax);
  assert.equal(statuses.at(-1), 429);
});

test('200 unknown keys at once cost no more lookups than may run concurrently', async () => {
  const asked = await lookUps(() => Promise.all(Array.from({ length: 200 }, () => me(drawn(), '203.0.113.2'))));
  assert.ok(
    asked <= LIMITS.lookupsPerAddressMax + LIMITS.concurrentLookupsPerAddressMax + BEHIND_MAX,
    `${asked} look-ups`,
  );
});

test('the same wrong key repeated costs one lookup, and is answered 429 after a while', async () => {
  const key = drawn();
  let last = 0;
  const asked = await lookUps(async () => {
    for (let n = 0; n < 60; n++) last = (await me(key, '203.0.113.3')).status;
  });
  assert.ok(isAbout(asked, 1), `${asked} look-ups`);
  assert.equal(last, 429);
});

test('guesses from my address block neither my valid key nor another address', async () => {
  const [mine, other] = [await newKey(), await newKey()];
  assert.equal((await me(mine, '203.0.113.4')).status, 200);
  for (let n = 0; n < 60; n++) await me(drawn(), '203.0.113.4');
  assert.equal((await me(drawn(), '203.0.113.4')).status, 429);
  await wait(950);
  assert.equal((await me(mine, '203.0.113.4')).status, 200, 'a key that worked goes on working');
  assert.equal((await me(other, '203.0.113.5')).status, 200, 'another address is another matter');
});

test('a program that still uses my old key at my address does not block my new key', async () => {
  const old = drawn();
  for (let n = 0; n < 60; n++) await me(old, '203.0.113.6');
  assert.equal((await me(old, '203.0.113.6')).status, 429);
  assert.equal((await me(await newKey(), '203.0.113.6')).status, 200);
});

test('guesses at one key from a hundred addresses cost ten lookups, and the right secret is never delayed', async () => {
  const key = await newKey();
  const statuses: number[] = [];
  const asked = await lookUps(async () => {
    for (let n = 1; n <= 100; n++) statuses.push((await me(forged(key), `198.51.100.${n}`)).status);
  });
  assert.ok(isAbout(asked, LIMITS.perKeyMax), `${asked} look-ups`);
  assert.deepEqual([...new Set(statuses.slice(0, LIMITS.perKeyMax))], [401]);
  assert.equal(statuses.filter((status) => status === 429).length, 100 - LIMITS.perKeyMax);
  // This key was never sent to this server before, only guesses at it.
  assert.equal((await me(key, '198.51.100.200')).status, 200);
});

test('IPv6 addresses of one /64 count as one address, those of another do not', async () => {
  for (let n = 1; n <= 40; n++) await me(drawn(), `2001:db8:1:2::${n.toString(16)}`);
  assert.equal((await me(drawn(), '2001:db8:1:2:ffff::1')).status, 429);
  assert.equal((await me(drawn(), '2001:db8:1:3::1')).status, 401);
});

test('a revoked key is refused as revoked, and rate-limited if it continues', async () => {
  const key = await newKey();
  assert.equal((await me(key, '203.0.113.7')).status, 200);
  await service.ask(`/v2/api-keys/${parseApiKey(key)?.keyId}`, { method: 'DELETE' });
  await wait(950);
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) statuses.push((await me(key, '203.0.113.7')).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429]);
});

test('negative control: without the limits every guess is looked up', async () => {
  let asked = 0;
  const find = async () => void asked++;
  const unlimited = async (login: { bearer: string }) => (login.bearer ? find() : undefined);
  const limited = failedLoginLimit();
  for (let n = 0; n < 300; n++) await unlimited({ bearer: drawn() });
  assert.equal(asked, 300);
  asked = 0;
  for (let n = 0; n < 300; n++) await limited({ bearer: drawn(), address: '203.0.113.9' }, async () => find() as never);
  assert.ok(asked <= LIMITS.lookupsPerAddressMax + 1, `${asked}`);
});
