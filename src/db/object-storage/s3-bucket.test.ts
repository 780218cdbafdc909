import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { objectStore, type TestObjectStore, uploadsLeft } from '../../../test/support/stand-ins/object-store.ts';
import { ObjectStoreUnreachable } from './object-store.ts';
import { openObjectBucket } from './s3-bucket.ts';

const PART_BYTES = 1_000;

let store: TestObjectStore;
beforeAll(async () => {
  store = await objectStore();
});
beforeEach(() => {
  store.objects.clear();
  store.asked.length = 0;
  store.state.mood = 'well';
});
afterAll(() => store.close());

const bucket = () => openObjectBucket(store.given, { partBytes: PART_BYTES, againMs: 10 });
/** Bytes in chunks of 300, which divide no part size. */
async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300);
}
const numbered = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => at % 251));
async function whole(bytes: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes ?? []) parts.push(part);
  return Buffer.concat(parts);
}

test('objects of every length are returned unchanged, in one request or in parts', async () => {
  for (const length of [0, 1, 999, 1_000, 1_001, 2_000, 5_432]) {
    await bucket().write('a/copy.tar.gz', chunks(numbered(length)));
    assert.deepEqual(store.objects.get('prod/a/copy.tar.gz'), numbered(length), `${length} bytes`);
    assert.deepEqual(await whole(await bucket().read('a/copy.tar.gz')), numbered(length));
  }
  assert.equal(uploadsLeft(), 0);
  assert.ok(
    store.asked.some((line) => line.includes('partNumber=6')),
    'control: parts were sent',
  );
});

test('an interrupted upload leaves no object and no pending upload', async () => {
  async function* breaking(): AsyncGenerator<Buffer> {
    yield numbered(2_500);
    throw new Error('the disk broke');
  }
  await assert.rejects(bucket().write('half', breaking()), /the disk broke/);
  assert.equal(store.objects.size, 0);
  assert.equal(uploadsLeft(), 0);
});

test('an object of 5,432 bytes is read whole although the store closes the connection after half of what is left', async () => {
  await bucket().write('copy', chunks(numbered(5_432)));
  store.asked.length = 0;
  store.state.mood = 'halving';
  assert.deepEqual(await whole(await bucket().read('copy')), numbered(5_432));
  assert.equal(store.asked.length, 14);
});

test('an object replaced while it is read is refused instead of joined from two versions', async () => {
  await bucket().write('copy', chunks(numbered(100)));
  store.state.mood = 'halving';
  const bytes = (await bucket().read('copy')) as AsyncIterable<Buffer>;
  store.objects.set('prod/copy', numbered(200));
  await assert.rejects(whole(bytes), /GET: the store answered 412 PreconditionFailed/);
});

test('reading stops after 3 connections that bring nothing', async () => {
  await bucket().write('copy', chunks(numbered(5_432)));
  store.state.mood = 'halving';
  const bytes = (await bucket().read('copy')) as AsyncIterable<Buffer>;
  store.state.mood = 'closing';
  store.asked.length = 0;
  await assert.rejects(whole(bytes), ObjectStoreUnreachable);
  assert.equal(store.asked.length, 3);
});

test('all objects below a prefix are listed, however many pages they take', async () => {
  for (const name of ['log/1', 'log/2', 'log/3', 'log/4', 'log/5', 'other'])
    await bucket().write(name, chunks(numbered(3)));
  const listed = await bucket().list('log/');
  assert.deepEqual(
    listed.map(({ name, bytes }) => [name, bytes]),
    [1, 2, 3, 4, 5].map((at) => [`log/${at}`, 3]),
  );
  await bucket().remove('log/3');
  assert.deepEqual([await bucket().has('log/3'), await bucket().has('log/4')], [false, true]);
  assert.equal(await bucket().read('log/3'), undefined);
});

test('a store that fails or sends an invalid answer is distinguished from an empty one', async () => {
  store.state.mood = 'busy';
  await assert.rejects(bucket().has('log/1'), ObjectStoreUnreachable);
  store.state.mood = 'closing';
  await assert.rejects(bucket().list(''), ObjectStoreUnreachable);
});
