import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { decryptWithKey, encryptWithKey, KEY_BYTES } from './key-encryption.ts';

const [key, other] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];

test('an encrypted text is only decrypted with its key and place', () => {
  const locked = encryptWithKey('{"key":"fk_live_…"}', key, 'endpoint 1');
  assert.equal(decryptWithKey(locked, key, 'endpoint 1'), '{"key":"fk_live_…"}');
  assert.throws(() => decryptWithKey(locked, other, 'endpoint 1'));
  assert.throws(() => decryptWithKey(locked, key, 'endpoint 2'));
  assert.ok(!Buffer.from(locked, 'base64').toString('latin1').includes('fk_live'));
});

test('the same text is encrypted differently each time, and a changed bit is detected', () => {
  const locked = encryptWithKey('secret', key);
  assert.notEqual(encryptWithKey('secret', key), locked);
  const bytes = Buffer.from(locked, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  assert.throws(() => decryptWithKey(bytes.toString('base64'), key));
});
