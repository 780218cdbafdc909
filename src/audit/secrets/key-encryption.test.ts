import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { KEY_BYTES, lockWithKey, takeOutWithKey } from './key-encryption.ts';

const [key, other] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];

test('what is locked away is read again by its key and at its place, and by no other', () => {
  const locked = lockWithKey('{"key":"fk_live_…"}', key, 'endpoint 1');
  assert.equal(takeOutWithKey(locked, key, 'endpoint 1'), '{"key":"fk_live_…"}');
  assert.throws(() => takeOutWithKey(locked, other, 'endpoint 1'));
  assert.throws(() => takeOutWithKey(locked, key, 'endpoint 2'));
  assert.ok(!Buffer.from(locked, 'base64').toString('latin1').includes('fk_live'));
});

test('the same text is locked differently each time, and a changed bit is noticed', () => {
  const locked = lockWithKey('secret', key);
  assert.notEqual(lockWithKey('secret', key), locked);
  const bytes = Buffer.from(locked, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  assert.throws(() => takeOutWithKey(bytes.toString('base64'), key));
});
