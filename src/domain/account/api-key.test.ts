import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'vitest';
import { type ApiKey, formatApiKey, parseApiKey } from './api-key.ts';

const key = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  accountId: '01890a5d-ac96-774b-bcce-b302099a8057',
  keyId: '0198aaaa-0000-7000-8000-000000000001',
  test: false,
  secret: Uint8Array.from({ length: 32 }, (_, place) => place),
  ...overrides,
});

test('a key is its prefix and 92 letters and digits, so that a secret scanner finds it', () => {
  assert.match(formatApiKey(key()), /^fk_live_[0-9A-Za-z]{92}$/);
  assert.match(formatApiKey(key({ test: true })), /^fk_test_[0-9A-Za-z]{92}$/);
});

test('a formatted key parses back to the same values', () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.boolean(), secrets, (accountId, keyId, test, secret) => {
      const overrides = { accountId, keyId, test, secret };
      assert.deepEqual(parseApiKey(formatApiKey(overrides)), overrides);
    }),
  );
  const zeros = key({ accountId: '00000000-0000-0000-0000-000000000000', secret: new Uint8Array(32) });
  assert.deepEqual(parseApiKey(formatApiKey(zeros)), zeros);
});

test('a mistyped key is rejected', () => {
  const text = formatApiKey(key());
  for (let place = 0; place < text.length; place++) {
    const typed = text[place] === 'b' ? 'c' : 'b';
    assert.equal(parseApiKey(text.slice(0, place) + typed + text.slice(place + 1)), undefined, String(place));
  }
  for (const other of [
    '',
    text.slice(0, -1),
    `${text}0`,
    ` ${text}`,
    text.replace('live', 'test'),
    `fk_live_${'z'.repeat(92)}`,
  ])
    assert.equal(parseApiKey(other), undefined, other);
});

test('the checksum is the standard CRC-32', () => {
  const text = formatApiKey(key());
  const number = [...text.slice(8)].reduce(
    (sum, digit) => sum * 62n + BigInt('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit)),
    0n,
  );
  const bytes = Buffer.from(number.toString(16).padStart(136, '0'), 'hex');
  const expected = crc32(Buffer.concat([Buffer.from('fk_live_'), bytes.subarray(0, -4)]));
  assert.equal(bytes.readUInt32BE(64), expected);
});
