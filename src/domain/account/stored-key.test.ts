import assert from 'node:assert/strict';
import { test } from 'vitest';
import { ended, isUsable, type KeyRecord, successorOf } from './stored-key.ts';

const DAY = 86_400;
const key = (overrides: Partial<KeyRecord> = {}): KeyRecord => ({
  id: 'a',
  test: false,
  name: 'Comptable',
  scopes: ['billing:read'],
  createdAt: 1_000,
  ...overrides,
});

test('a key is usable until the second it expires', () => {
  assert.equal(isUsable(key({ expiresAt: 2_000 }), 1_999), true);
  assert.equal(isUsable(key({ expiresAt: 2_000 }), 2_000), false);
  assert.equal(isUsable(key({ revokedAt: 1_500 }), 1_500), false);
});

test('an overlap never extends the life of a key', () => {
  assert.equal(ended(key(), { now: 2_000, overlap: DAY }).expiresAt, 2_000 + DAY);
  assert.equal(ended(key({ expiresAt: 2_100 }), { now: 2_000, overlap: DAY }).expiresAt, 2_100);
  assert.equal(ended(key(), { now: 2_000 }).revokedAt, 2_000);
});

test('the successor of a test key made by an older version has no administration; that of a live key keeps it', () => {
  const scopes = ['account:admin', 'billing:read'] as const;
  const after = (test: boolean) => successorOf(key({ test, scopes }), { id: 'b', now: 2_000 }).scopes;
  assert.deepEqual([after(true), after(false)], [['billing:read'], scopes]);
});

test('the successor of a key valid for 90 days is valid for 90 days again', () => {
  const successor = successorOf(key({ expiresAt: 1_000 + 90 * DAY }), { id: 'b', now: 1_000 + 80 * DAY });
  assert.equal(successor.expiresAt, 1_000 + 170 * DAY);
  assert.deepEqual([successor.id, successor.name, successor.scopes], ['b', 'Comptable', ['billing:read']]);
});
