import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { test } from 'vitest';
import type { Config } from '../../config.ts';
import { watchKeys } from './watch-keys.ts';

test('shared key storage that is unusable is reported once, however often it is checked, and again after a recovery', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier watched '));
  const shared = join(folder, 'shared');
  await mkdir(shared);
  const key = join(shared, 'audit.key.pem');
  let looks = 0;
  const owner = { query: async () => ({ rows: [] as never[], looked: looks++ }) } as unknown as pg.Pool;
  const logged: string[] = [];
  const log = { error: (_: object, said: string) => void logged.push(said), info: () => {} };
  const config = { dataFolder: join(folder, 'data'), keysShared: { folder: shared } } as unknown as Config;
  const end = watchKeys({ config, owner }, log as never, 5);
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await wait(5);
  };
  try {
    await writeFile(key, 'no key');
    await until(() => looks >= 4);
    assert.equal(logged.length, 1);
    await writeFile(key, 'none either, but of the same installation');
    const before = looks;
    await until(() => looks >= before + 3);
    assert.equal(logged.length, 1);
    // Empty storage counts as none; rewrite it until the watcher has seen it empty.
    for (let lines = 1; lines < 2; lines = logged.length) {
      await rm(key);
      await wait(20);
      await writeFile(key, 'no key');
      const seen = looks;
      await until(() => looks >= seen + 2);
    }
  } finally {
    end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('keys changed during a fetch, and changed back, are fetched again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier watched '));
  let [looks, fetched] = [0, 0];
  // The first check finds the keys encrypted; the fetch comes while they are not.
  const query = async (text: string) => {
    if (text.includes('box')) fetched += 1;
    else looks += 1;
    return { rows: text.includes('box') ? [] : [{ turn: 1 }] };
  };
  const config = { dataFolder: join(folder, 'data'), keysShared: { secret: Buffer.alloc(32) } } as unknown as Config;
  const end = watchKeys({ config, owner: { query } as unknown as pg.Pool }, { error: () => {}, info: () => {} }, 5);
  try {
    while (looks < 5) await wait(5);
    assert.ok(fetched >= 4, `${fetched} of ${looks}`);
  } finally {
    end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
