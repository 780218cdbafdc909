import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { beginKeyRotation, makeSigningKey, openSigningKeys } from '../../src/audit/keys/signing-key.ts';

test('a key that becomes current during the scan of the key files is found', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier key '));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  await makeSigningKey(folder);
  const { from, to } = await beginKeyRotation(folder, 1_772_000_000);
  const { signer } = await openSigningKeys(folder, [from.keyId]);
  const [current, next, previous] = ['key', 'next', 'previous'].map((name) =>
    join(folder, 'keys', `audit.${name}.pem`),
  ) as [string, string, string];

  // Another process switches to the new key, as `activateNewKey` does, just after the current one
  // was scanned.
  const { readFileSync } = fs;
  let taken = false;
  const reading = vi.spyOn(fs, 'readFileSync').mockImplementation(((path: string, ...how: never[]) => {
    if (path === next && !taken) {
      taken = true;
      fs.linkSync(current, previous);
      fs.renameSync(next, current);
    }
    return readFileSync(path, ...how);
  }) as typeof readFileSync);
  syncBuiltinESMExports();
  t.onTestFinished(() => {
    reading.mockRestore();
    syncBuiltinESMExports();
  });
  assert.equal(signer(to.keyId).keyId, to.keyId);
  assert.ok(taken, 'the new key was taken meanwhile');
  assert.equal(signer(from.keyId).keyId, from.keyId);
});
