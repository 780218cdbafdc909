import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { keyOfWebhookSecret, newWebhookSecret, openWebhookSecrets } from './webhook-secrets.ts';

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier secrets '));
  await work(folder).finally(() => rm(folder, { recursive: true }));
};

test('ten processes started at once share one key, readable by its owner only', () =>
  inFolder(async (folder) => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => openWebhookSecrets(folder)));
    const secret = newWebhookSecret();
    const [first] = opened;
    const locked = first?.lock(secret, 'endpoint-1') ?? '';
    for (const each of opened) assert.equal(each.open(locked, 'endpoint-1'), secret);
    assert.equal((await stat(join(folder, 'keys', 'webhook.key'))).mode & 0o777, 0o600);
  }));

test('a secret is only decrypted for its own endpoint, with its own key', () =>
  inFolder(async (folder) => {
    const secrets = await openWebhookSecrets(folder);
    const locked = secrets.lock(newWebhookSecret(), 'endpoint-1');
    assert.throws(() => secrets.open(locked, 'endpoint-2'));
    await inFolder(async (another) => {
      const others = await openWebhookSecrets(another);
      assert.throws(() => others.open(locked, 'endpoint-1'));
    });
  }));

test('a truncated key file is refused, not replaced: what it encrypted would be lost', () =>
  inFolder(async (folder) => {
    await openWebhookSecrets(folder);
    const file = join(folder, 'keys', 'webhook.key');
    await writeFile(file, 'c2hvcnQ=');
    await assert.rejects(openWebhookSecrets(folder), /does not hold a key of 32 bytes/);
    assert.equal(await readFile(file, 'utf8'), 'c2hvcnQ=');
  }));

test('secrets are 32 random bytes in base64 after whsec_, all different', () => {
  const drawn = Array.from({ length: 100 }, newWebhookSecret);
  assert.equal(new Set(drawn).size, 100);
  for (const each of drawn) assert.equal(keyOfWebhookSecret(each).length, 32);
});
