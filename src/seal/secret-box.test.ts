import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockAway, takeOut } from './secret-box.ts';

test('what is locked away is read again by its passphrase, and by no other', () => {
  const locked = lockAway('{"key":"fk_live_…"}', 'c0ffee-1');
  assert.equal(takeOut(locked, 'c0ffee-1'), '{"key":"fk_live_…"}');
  assert.throws(() => takeOut(locked, 'c0ffee-2'));
  assert.ok(!Buffer.from(locked, 'base64').toString('latin1').includes('fk_live'));
});

test('the same text is locked differently each time, and a changed bit is noticed', () => {
  const locked = lockAway('secret', 'p');
  assert.notEqual(lockAway('secret', 'p'), locked);
  const bytes = Buffer.from(locked, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  assert.throws(() => takeOut(bytes.toString('base64'), 'p'));
});
