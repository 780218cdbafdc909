import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newDemonstration, nextReset, VISITORS_MAX, VISITORS_PER_NETWORK_MAX, visiting } from './demonstration.ts';

const at = (iso: string): number => Date.parse(iso) / 1_000;

test('a demonstration is emptied at 4 a.m. French time, in winter and in summer', () => {
  assert.equal(nextReset(at('2026-01-10T02:59:59Z')), at('2026-01-10T03:00:00Z'));
  assert.equal(nextReset(at('2026-01-10T03:00:00Z')), at('2026-01-11T03:00:00Z'));
  assert.equal(nextReset(at('2026-07-10T12:00:00Z')), at('2026-07-11T02:00:00Z'));
});

const now = at('2026-03-02T12:00:00Z');
const entered = async () => ({ isIn: true });

test('ten visitors of one network come in, the eleventh waits until the reset; another network comes in', async () => {
  const demonstration = newDemonstration(now);
  const from = (network: string) => visiting(demonstration, { network, now }, entered);
  for (let n = 0; n < VISITORS_PER_NETWORK_MAX; n++) assert.deepEqual(await from('198.51.100.7'), { isIn: true });
  assert.deepEqual(await from('198.51.100.7'), {
    refused: 'demonstration_full',
    limit: 10,
    retryAfter: at('2026-03-03T03:00:00Z') - now,
  });
  assert.deepEqual(await from('198.51.100.8'), { isIn: true });
});

test('after 500 visitors of a day, no more come in', async () => {
  const demonstration = newDemonstration(now);
  for (let n = 0; n < VISITORS_MAX; n++) await visiting(demonstration, { network: `network ${n}`, now }, entered);
  const next = await visiting(demonstration, { network: 'another', now }, entered);
  assert.deepEqual('refused' in next && [next.refused, 'limit' in next && next.limit], ['demonstration_full', 500]);
});

test('two visitors are served at once; a third waits, and a failed visit does not count', async () => {
  const demonstration = newDemonstration(now);
  const open = Promise.withResolvers<{ isIn: true }>();
  const first = visiting(demonstration, { network: 'a', now }, () => open.promise);
  const second = visiting(demonstration, { network: 'b', now }, async () => {
    await open.promise;
    throw new Error('the disk is full');
  });
  const third = await visiting(demonstration, { network: 'c', now }, entered);
  assert.deepEqual(third, { refused: 'demonstration_full', limit: 2, retryAfter: 10 });
  open.resolve({ isIn: true });
  assert.deepEqual(await first, { isIn: true });
  await assert.rejects(second, /disk is full/);
  assert.deepEqual(Object.fromEntries(demonstration.visits.byNetwork), { a: 1, b: 0 });
  assert.deepEqual(await visiting(demonstration, { network: 'c', now }, entered), { isIn: true });
});
