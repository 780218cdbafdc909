import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { readKeyFiles, writeKeyFiles } from './key-folder.ts';

test('a half-written private key of a killed process is removed when keys are written; nothing else in the folder is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier keys '));
  try {
    const keys = { 'webhook.key': 'one', 'public/0123456789abcdef.pem': 'two' };
    await writeKeyFiles(folder, keys);
    for (const name of ['.4711.128.5.new', 'public/.4711.99.new', 'of-the-owner.new', 'change.lock'])
      await writeFile(join(folder, name), 'half a key');
    await writeKeyFiles(folder, keys);
    assert.deepEqual(await readKeyFiles(folder), keys);
    const left = (await readdir(folder, { recursive: true })).toSorted();
    assert.deepEqual(left, ['change.lock', 'of-the-owner.new', 'public', 'public/0123456789abcdef.pem', 'webhook.key']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
