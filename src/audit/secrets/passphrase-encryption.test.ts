import assert from 'node:assert/strict';
import { test } from 'vitest';
import { decryptWithPassphrase, encryptWithPassphrase } from './passphrase-encryption.ts';

const KEY = '-----BEGIN PRIVATE KEY-----';

test('encrypted text is only decrypted with its passphrase, and reveals nothing', async () => {
  const box = await encryptWithPassphrase(KEY, 'un cheval correct');
  assert.ok(!box.includes('PRIVATE') && !box.includes(Buffer.from(KEY).toString('base64').slice(0, 16)));
  assert.equal(await decryptWithPassphrase(box, 'un cheval correct'), KEY);
  assert.equal(await decryptWithPassphrase(box, 'un cheval correcT'), undefined);
});

test('the same words typed on two systems are the same passphrase', async () => {
  const box = await encryptWithPassphrase(KEY, 'été à la mer'.normalize('NFD'));
  assert.equal(await decryptWithPassphrase(box, 'été à la mer'.normalize('NFC')), KEY);
});

test('changed data does not decrypt, and data that demands any amount of memory is rejected', async () => {
  const box = JSON.parse(await encryptWithPassphrase(KEY, 'un cheval correct'));
  const bytes = Buffer.from(box.box, 'base64');
  bytes[20] = (bytes[20] as number) ^ 1;
  const changed = JSON.stringify({ ...box, box: bytes.toString('base64') });
  assert.equal(await decryptWithPassphrase(changed, 'un cheval correct'), undefined);
  await assert.rejects(decryptWithPassphrase(JSON.stringify({ ...box, N: 2 ** 30 }), 'un cheval correct'));
});
