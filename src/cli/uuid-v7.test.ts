import assert from 'node:assert/strict';
import { validate, version } from 'uuid';
import { test } from 'vitest';
import { orderedUuids } from './uuid-v7.ts';

const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
/** The last 48 bits of an id, after the counter: random for each id. */
const drawnOf = (id: string): string => id.slice(-12);

test('100,000 ids created within milliseconds are sorted by creation, unique UUIDs of version 7', () => {
  const newId = orderedUuids();
  const ids = Array.from({ length: 100_000 }, newId);
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, 100_000);
  assert.ok(ids.every((id) => validate(id) && version(id) === 7));
});

test('an id contains its millisecond; after a clock change backwards ids continue from the last one', () => {
  let now = 1_790_000_000_000;
  const newId = orderedUuids(() => now);
  const ids = [newId()];
  now += 5_000;
  ids.push(newId());
  now -= 60_000;
  ids.push(newId(), newId());
  assert.deepEqual(ids.map(millisecondsOf), [1_790_000_000_000, ...Array(3).fill(1_790_000_005_000)]);
  assert.deepEqual([...ids].sort(), ids);
});

test('random bits drawn for many ids are used once, also after a refill and in two generators', () => {
  const [one, other] = [orderedUuids(() => 0), orderedUuids(() => 0)];
  const ids = Array.from({ length: 2_000 }, () => [one(), other()]).flat();
  assert.equal(new Set(ids.map(drawnOf)).size, 4_000);
});
