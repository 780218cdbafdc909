import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { objectStore, type TestObjectStore } from '../../../test/support/stand-ins/object-store.ts';
import { checkObjectStore, ObjectDamaged, ObjectStoreUnreachable, openObjectStore } from './object-store.ts';

let store: TestObjectStore;
beforeAll(async () => {
  store = await objectStore();
});
afterAll(() => store.close());

const ACCOUNT = '01990000-0000-7000-8000-000000000001';
const bytes = Buffer.from('%PDF-1.7 facture');
const name = { accountId: ACCOUNT, sha256: createHash('sha256').update(bytes).digest() };
const unreachable = (about: RegExp) => (error: Error) =>
  error instanceof ObjectStoreUnreachable && about.test(error.message);

test('bytes are written, found by their size, read and deleted; deleting a missing object succeeds', async () => {
  const objects = openObjectStore(store.given);
  await objects.put(name, bytes);
  await objects.put(name, bytes);
  assert.deepEqual([...store.objects.keys()], [`prod/${ACCOUNT}/${name.sha256.toString('hex')}`]);
  assert.deepEqual([await objects.has(name, bytes.length), await objects.has(name, 5)], [true, false]);
  assert.deepEqual(await objects.get(name), bytes);
  await objects.remove(name);
  await objects.remove(name);
  assert.equal(await objects.has(name, bytes.length), false);
  await assert.rejects(objects.get(name), ObjectDamaged);
});

test('a wrong secret, key, region or bucket is refused by the store, and reported without the secret', async () => {
  for (const [wrong, said] of [
    [{ secret: 'hunter2' }, /403 SignatureDoesNotMatch/],
    [{ keyId: 'somebody' }, /403 InvalidAccessKeyId/],
    [{ region: 'us-east-1' }, /403 AuthorizationHeaderMalformed/],
    [{ bucket: 'elsewhere' }, /404 NoSuchBucket/],
  ] as const) {
    const objects = openObjectStore({ ...store.given, ...wrong });
    // One after the other: an earlier second rejection would be unhandled.
    for (const attempt of [() => objects.put(name, bytes), () => objects.get(name)]) {
      await assert.rejects(attempt, (error: Error) => unreachable(said)(error) && !/hunter2/.test(error.stack ?? ''));
    }
  }
});

test('the store detects a body, path or header changed after signing', async () => {
  const seen: { url: string; init: RequestInit }[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) => {
    seen.push({ url: url as string, init: init as RequestInit });
    return real(url, init);
  };
  try {
    await openObjectStore(store.given).put(name, bytes);
  } finally {
    globalThis.fetch = real;
  }
  const { url, init } = seen[0] ?? assert.fail('nothing was asked');
  const later = new Headers(init.headers);
  later.set('x-amz-date', '20200101T000000Z');
  const added = new Headers(init.headers);
  added.set('x-amz-acl', 'public-read');
  const statuses = [];
  for (const [address, asked] of [
    [url, init],
    [`${url}0`, init],
    [`${url}?acl`, init],
    [url, { ...init, body: 'others' }],
    [url, { ...init, method: 'DELETE', body: null }],
    [url, { ...init, headers: later }],
    [url, { ...init, headers: added }],
  ] as const)
    statuses.push((await fetch(address, asked)).status);
  assert.deepEqual(statuses, [200, 403, 403, 403, 403, 403, 403]);
});

test('an unresponsive store is abandoned after its timeout, and a dropped connection is retried once', async () => {
  store.state.mood = 'silent';
  const hurried = openObjectStore(store.given, { timeoutMs: 200 });
  await assert.rejects(hurried.get(name), unreachable(/does not answer/));
  const objects = openObjectStore(store.given);
  store.state.mood = 'closing';
  store.asked.length = 0;
  await assert.rejects(objects.put(name, bytes), unreachable(/does not answer/));
  assert.equal(store.asked.length, 2);
  store.state.mood = 'well';
  await objects.put(name, bytes);
});

test('the storage check of doctor leaves nothing behind, and fails if the store is down', async () => {
  const before = [...store.objects.keys()];
  await checkObjectStore(openObjectStore(store.given));
  assert.deepEqual([...store.objects.keys()], before);
  store.state.mood = 'busy';
  await assert.rejects(checkObjectStore(openObjectStore(store.given)), unreachable(/503 SlowDown/));
  store.state.mood = 'well';
});
