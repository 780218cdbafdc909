import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockByPassphrase, openByPassphrase } from './passphrase-encryption.ts';

const KEY = '-----BEGIN PRIVATE KEY-----';

test('a box opens by its passphrase alone, and shows nothing of what is in it', async () => {
  const box = await lockByPassphrase(KEY, 'un cheval correct');
  assert.ok(!box.includes('PRIVATE') && !box.includes(Buffer.from(KEY).toString('base64').slice(0, 16)));
  assert.equal(await openByPassphrase(box, 'un cheval correct'), KEY);
  assert.equal(await openByPassphrase(box, 'un cheval correcT'), undefined);
});

test('the same words typed on two systems are the same passphrase', async () => {
  const box = await lockByPassphrase(KEY, 'été à la mer'.normalize('NFD'));
  assert.equal(await openByPassphrase(box, 'été à la mer'.normalize('NFC')), KEY);
});

test('a changed box does not open, and one that asks for any amount of memory is not tried', async () => {
  const box = JSON.parse(await lockByPassphrase(KEY, 'un cheval correct'));
  const bytes = Buffer.from(box.box, 'base64');
  bytes[20] = (bytes[20] as number) ^ 1;
  const changed = JSON.stringify({ ...box, box: bytes.toString('base64') });
  assert.equal(await openByPassphrase(changed, 'un cheval correct'), undefined);
  await assert.rejects(openByPassphrase(JSON.stringify({ ...box, N: 2 ** 30 }), 'un cheval correct'));
});
