import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createByteCache } from './byte-cache.ts';

/** 1,000 bytes, including the 256 bytes of overhead per entry. */
const THOUSAND = Buffer.alloc(744);
const newCache = (unusedMs = 60_000) => createByteCache({ bytesMax: 4_000, bytesPerOwnerMax: 2_000, unusedMs });

test('an owner has 2,000 bytes, and its least recently used entry is evicted first', () => {
  const cache = newCache();
  cache.keep('a', 'first', THOUSAND);
  cache.keep('a', 'second', THOUSAND);
  assert.equal(cache.get('a', 'first'), THOUSAND);
  cache.keep('a', 'third', THOUSAND);
  assert.equal(cache.get('a', 'second'), undefined);
  assert.equal(cache.get('a', 'first'), THOUSAND);
  assert.equal(cache.held(), 2_000);
  assert.equal(cache.get('b', 'first'), undefined);
  cache.keep('a', 'too large', Buffer.alloc(2_000));
  cache.keep('a', 'first', THOUSAND);
  assert.equal(cache.held(), 2_000);
});

test('an entry used between two insertions stays, and one used once is spared once', () => {
  const cache = newCache();
  cache.keep('a', 'often', THOUSAND);
  for (let n = 1; n <= 100; n++) {
    cache.get('a', 'often');
    cache.keep('a', `${n}`, THOUSAND);
  }
  assert.equal(cache.get('a', 'often'), THOUSAND);
  for (const key of ['w', 'x', 'y', 'z']) cache.keep('a', key, THOUSAND);
  assert.deepEqual([cache.get('a', 'often'), cache.get('a', 'z')], [undefined, THOUSAND]);
  assert.equal(cache.held(), 2_000);
});

test('all owners share 4,000 bytes, and the owner inactive the longest is evicted first', () => {
  const cache = newCache();
  for (const owner of ['a', 'b']) for (const key of ['1', '2']) cache.keep(owner, key, THOUSAND);
  cache.get('a', '1');
  cache.keep('c', '1', THOUSAND);
  assert.equal(cache.get('b', '1'), undefined);
  assert.deepEqual([cache.get('a', '1'), cache.get('a', '2'), cache.get('b', '2')], [THOUSAND, THOUSAND, THOUSAND]);
  assert.equal(cache.held(), 4_000);
});

test('the entries of an owner inactive for too long are dropped, and those of others stay', async (t) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  t.onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
  const cache = newCache(30_000);
  const pass = (ms: number): void => {
    now += ms;
    vi.advanceTimersByTime(ms);
  };
  cache.keep('a', '1', THOUSAND);
  cache.keep('b', '1', THOUSAND);
  pass(20_000);
  assert.equal(cache.get('b', '1'), THOUSAND);
  pass(20_000);
  assert.equal(cache.get('a', '1'), undefined);
  assert.equal(cache.held(), 1_000);
  pass(20_000);
  assert.equal(cache.held(), 0);
  cache.keep('a', '1', THOUSAND);
  assert.equal(cache.get('a', '1'), THOUSAND);
});

test('a cached entry holds only its own bytes, not the buffer it was sliced from', () => {
  const cache = newCache();
  const cut = Buffer.from('a document as lists show it');
  assert.ok(cut.buffer.byteLength > cut.length, 'it was cut out of a larger piece');
  cache.keep('a', 'document', cut);
  const kept = cache.get('a', 'document');
  assert.deepEqual(kept, cut);
  assert.equal(kept?.buffer.byteLength, cut.length);
});
