import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { newerSystemBinaries, systemBinaries } from './postgres-binaries.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier system '));
});
afterAll(() => rm(folder, { recursive: true }));

/** A fake PostgreSQL of this version, laid out like a system package. */
async function installed(version: string, { complete = true } = {}): Promise<string> {
  const place = await mkdtemp(join(folder, 'postgresql '));
  for (const name of ['bin', 'lib']) await mkdir(join(place, name));
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    await writeFile(
      join(place, 'bin', name),
      `#!/bin/sh\necho 'postgres (PostgreSQL) ${version} (Debian ${version}-1)'\n`,
    );
    await chmod(join(place, 'bin', name), 0o755);
  }
  if (complete) await writeFile(join(place, 'lib', 'pg_trgm.so'), '');
  return place;
}

const ours = { folder: '/npm', version: '18.4.0-beta.17' };

test('the newest PostgreSQL of the same major version on the machine is used if it is newer', async () => {
  const [older, newer, newest] = [await installed('18.3'), await installed('18.5'), await installed('18.10')];
  assert.deepEqual(newerSystemBinaries(ours, [older, newer, newest]), { folder: newest, version: '18.10' });
  assert.deepEqual(newerSystemBinaries(ours, [newer]), { folder: newer, version: '18.5' });
});

test('one that is older, equal, of another major version, or without the extension is not used', async () => {
  const places = [await installed('18.3'), await installed('18.4'), await installed('19.1'), await installed('17.11')];
  assert.equal(
    newerSystemBinaries(ours, [...places, await installed('18.6', { complete: false }), '/nowhere']),
    undefined,
  );
});

test('without the npm package, the newest complete PostgreSQL of version 17 or 18 on the machine is used', async () => {
  const [older, seventeen, eighteen] = [await installed('17.9'), await installed('17.12'), await installed('18.1')];
  const unusable = [await installed('16.14'), await installed('19.0'), await installed('18.6', { complete: false })];
  assert.deepEqual(systemBinaries([older, seventeen, ...unusable]), { folder: seventeen, version: '17.12' });
  assert.deepEqual(systemBinaries([eighteen, seventeen]), { folder: eighteen, version: '18.1' });
  assert.equal(systemBinaries([...unusable, '/nowhere']), undefined);
});
