import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'vitest';
import { isSignedByPlatform } from './platform-signature.ts';

const NOW = 1_800_000_000;
const KEY = Buffer.alloc(32, 7);
const TEXT = '{"flowId":"F-1"}';
const BODY = Buffer.from(TEXT);
const hmac = (data: Buffer | string, key = KEY): string => createHmac('sha256', key).update(data).digest('base64');
const asWritten = (at: number): string => hmac(createHash('sha256').update(`${TEXT}@${at}`).digest());
const isSigned = (signature: string, timestamp = String(NOW), body = BODY): boolean =>
  isSignedByPlatform({ signature, timestamp }, body, { key: KEY, now: NOW });

test('a call is signed by the HMAC of the SHA-256 of body@timestamp, or by the HMAC of body@timestamp itself', () => {
  assert.equal(isSigned(asWritten(NOW)), true);
  assert.equal(isSigned(hmac(`${TEXT}@${NOW}`)), true);
});

test('another key, body or time is refused, and so is a missing or a cut signature', () => {
  assert.equal(isSigned(hmac(`${TEXT}@${NOW}`, Buffer.alloc(32, 8))), false);
  assert.equal(isSigned(asWritten(NOW), String(NOW), Buffer.from('{"flowId":"F-2"}')), false);
  assert.equal(isSigned(asWritten(NOW), String(NOW + 1)), false);
  for (const signature of ['', asWritten(NOW).slice(0, 20), `AAAA${asWritten(NOW)}`, 'é'])
    assert.equal(isSigned(signature), false);
});

test('a call is refused 301 seconds after its time and 301 seconds before, and without a whole number of seconds', () => {
  for (const [at, isFresh] of [
    [NOW - 300, true],
    [NOW - 301, false],
    [NOW + 300, true],
    [NOW + 301, false],
  ] as const)
    assert.equal(isSigned(asWritten(at), String(at)), isFresh, String(at - NOW));
  for (const at of ['', ' ', 'now', `${NOW}.5`, `-${NOW}`, '1e9', `${NOW}${NOW}`])
    assert.equal(isSigned(hmac(`${TEXT}@${at}`), at), false, at);
});
