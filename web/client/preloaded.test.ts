import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takePreloaded } from './preloaded.ts';

const AS = { method: 'GET', account: 'a', mode: 'live', language: 'fr' } as const;
const begin = (as: { account?: string; mode?: string }, answer = Promise.resolve(new Response('{}'))) =>
  Object.assign(globalThis, {
    facturierBegun: new Map([['/v2/dashboard', { account: undefined, mode: 'live', language: 'fr', ...as, answer }]]),
  });
const taken = async (as: Partial<typeof AS> | { account?: string; mode?: string; method?: string } = {}, openMs = 0) =>
  (await takePreloaded('/v2/dashboard', { ...AS, ...as }, openMs)) !== undefined;

test('what was asked for while the page came is taken once, by whom it was asked for', async () => {
  begin({ account: 'a' });
  assert.deepEqual([await taken(), await taken()], [true, false]);
  begin({});
  assert.equal(await taken(), true, 'the only account there is');
});

test('another account, another mode, an old page, a refusal or a lost network: it is asked for anew', async () => {
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

test('what is changed makes all that was asked for before it old', async () => {
  begin({});
  assert.equal(await taken({ method: 'POST' }), false);
  assert.equal(await taken(), false);
});
