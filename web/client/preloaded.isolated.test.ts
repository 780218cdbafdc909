import assert from 'node:assert/strict';
import { test } from 'vitest';
import { takePreloaded } from './preloaded.ts';

const AS = { method: 'GET', account: 'a', mode: 'live', language: 'fr' } as const;
const begin = (as: { account?: string; mode?: string }, answer = Promise.resolve(new Response('{}'))) =>
  Object.assign(globalThis, {
    facturierBegun: new Map([['/v2/dashboard', { account: undefined, mode: 'live', language: 'fr', ...as, answer }]]),
  });
const taken = async (as: Partial<typeof AS> | { account?: string; mode?: string; method?: string } = {}, openMs = 0) =>
  (await takePreloaded('/v2/dashboard', { ...AS, ...as }, openMs)) !== undefined;

test('a preloaded answer is used once, by the request it was made for', async () => {
  begin({ account: 'a' });
  assert.deepEqual([await taken(), await taken()], [true, false]);
  begin({});
  assert.equal(await taken(), true, 'the only account there is');
});

test('another account or mode, an old page, a refusal or a network error makes a new request', async () => {
  begin({ account: 'b' });
  assert.equal(await taken(), false);
  begin({ mode: 'test' });
  assert.equal(await taken(), false);
  begin({});
  assert.equal(await taken({}, 15_001), false);
  begin({}, Promise.resolve(new Response('{}', { status: 401 })));
  assert.equal(await taken(), false);
  const lost = Promise.reject<Response>(new TypeError('Failed to fetch'));
  begin({}, lost);
  assert.equal(await taken(), false);
});

test('a write invalidates all answers preloaded before it', async () => {
  begin({});
  assert.equal(await taken({ method: 'POST' }), false);
  assert.equal(await taken(), false);
});
