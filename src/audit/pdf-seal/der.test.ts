import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'vitest';
import { isCanonicalDer } from './der.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = publicKey.export({ type: 'spki', format: 'der' });
const of = (...octets: number[]) => isCanonicalDer(Uint8Array.from(octets));

test('a key in standard encoding is canonical; one byte more, less, or another length is not', () => {
  assert.equal(isCanonicalDer(key), true);
  assert.equal(isCanonicalDer(Buffer.concat([key, Buffer.of(0)])), false);
  assert.equal(isCanonicalDer(key.subarray(0, -1)), false);
  for (const at of [1, 2, 3, 5])
    for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
      const changed = Buffer.from(key);
      changed[at] = (changed[at] as number) ^ bit;
      assert.equal(isCanonicalDer(changed), false, `byte ${at}, bit ${bit}`);
    }
});

test('a length is definite and as short as possible, and the contents fill it exactly', () => {
  assert.equal(of(0x30, 3, 2, 1, 5), true);
  assert.equal(of(0x30, 0), true);
  assert.equal(of(0x30, 0x80, 2, 1, 5, 0, 0), false, 'until it ends (BER)');
  assert.equal(of(0x30, 0x81, 3, 2, 1, 5), false, 'one octet would do');
  assert.equal(of(0x30, 4, 2, 1, 5, 5), false, 'half an element in it');
  assert.equal(of(0x30, 3, 2, 2, 5), false, 'more in it than it holds');
  assert.equal(of(2, 1, 5, 2, 1, 5), false, 'two elements');
  assert.equal(of(0x30, 0x85, 0, 0, 0, 0, 3, 2, 1, 5), false);
  assert.equal(of(), false);
  assert.equal(of(0x30), false);
});
