import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, test } from 'vitest';
import { openPool } from '../../../src/db/connections/pool.ts';
import { checkWritable } from '../../../src/db/connections/write-probe.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { readiness } from '../../../src/http/monitoring/health.ts';
import { checkFolderWritable } from '../../../src/runtime/check-folder-writable.ts';
import { POINTER } from '../../../src/runtime/cluster/cluster-location.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { freshDatabase } from '../../support/database/test-database.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';

/** Bytes of the small disk; a cluster takes about 60 MB. */
const DISK = '160m';

/** Every user may enter this folder: the service that drops root keeps its database on the disk. */
const disk = await mkdtemp('/var/tmp/facturier-disk-');
/**
 * Why no small disk can be mounted; only root may. Filling the machine's own disk would harm other
 * programs.
 */
const noDisk = mountDisk();
afterAll(async () => {
  if (!noDisk) execFileSync('umount', [disk]);
  await rmdir(disk);
});

function mountDisk(): string | false {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', disk], { stdio: 'pipe' });
    return false;
  } catch (error) {
    return `no small disk can be mounted here (${(error as Error).message.split('\n')[0]})`;
  }
}

/** Fills the disk completely; returns a function that frees it. */
async function filled(): Promise<() => Promise<void>> {
  const file = join(disk, 'full');
  await writeFile(file, Buffer.alloc(160 * 1024 ** 2)).catch((error) => assert.equal(error.code, 'ENOSPC'));
  return () => rm(file);
}

const ready = (service: ServiceOverHttps) => service.ask('/health/ready', { headers: { 'accept-language': 'en' } });

test('on a full disk the service answers 503 and logs why; once there is space it is ready again', async (t) => {
  if (noDisk) t.skip(noDisk);
  const data = join(disk, 'data');
  const embedded: EmbeddedDatabase = await openEmbeddedDatabase(data);
  const pool = openPool(embedded.serving);
  const logged: string[] = [];
  const log = {
    error: ({ err }: { err: Error }) => void logged.push(err.message),
    info: (text: string) => void logged.push(text),
  };
  // Each question advances the clock by three seconds.
  let now = 0;
  const isReady = readiness(
    [() => checkWritable(pool), () => checkFolderWritable(data)],
    log as never,
    () => (now += 3_000),
  );
  const service = await serviceOverHttps({ isReady });
  try {
    await migrate(embedded.ownerUrl);
    assert.equal(existsSync(join(data, POINTER)), false, 'the database is on the small disk');
    assert.equal((await ready(service)).status, 200);
    const free = await filled();
    const full = await ready(service);
    assert.deepEqual([full.status, full.json.code], [503, 'service.database_unreachable']);
    assert.ok(full.headers['retry-after']);
    assert.doesNotMatch(full.text, /space|disk|ENOSPC|pgsql_tmp|facturier-disk/);
    assert.match(logged.join('\n'), /No space left on device|ENOSPC/);
    // The cached result is healthy.
    assert.equal((await pool.query('select 1')).rowCount, 1);
    await assert.rejects(checkWritable(pool), /No space left/);
    await assert.rejects(checkFolderWritable(data), /ENOSPC/);
    await ready(service);
    assert.equal(logged.length, 1, 'told once, not at every question');
    await free();
    assert.equal((await ready(service)).status, 200);
    assert.equal(logged.at(-1), 'ready again');
  } finally {
    await service.close();
    await pool.end();
    await embedded.leave();
  }
});

/** The disk may stay busy for a moment after a deletion. */
async function readOnly(place: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      execFileSync('mount', ['-o', 'remount,ro', place], { stdio: 'pipe' });
      return;
    } catch (error) {
      if (tries === REMOUNTS_MAX) throw error;
      await wait(100);
    }
  }
}
const REMOUNTS_MAX = 300;

test('the check finds a missing folder', async () => {
  await assert.rejects(checkFolderWritable(join(disk, 'gone')), /ENOENT/);
});

test('the check finds a read-only folder', async (t) => {
  if (noDisk) t.skip(noDisk);
  await checkFolderWritable(disk);
  await readOnly(disk);
  try {
    await assert.rejects(checkFolderWritable(disk), /EROFS/);
  } finally {
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    await chmod(disk, 0o755);
  }
});

test('the check finds a read-only or missing database, and passes a working one', async () => {
  const database = await freshDatabase();
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const probed = async (): Promise<void> => {
    const pool = openPool(database.serving, { size: 1 });
    await checkWritable(pool).finally(() => pool.end());
  };
  try {
    await probed();
    const { rows } = await owner.query('select current_database() as name');
    await owner.query(`alter database "${rows[0].name}" set default_transaction_read_only = on`);
    await assert.rejects(probed(), /read-only/);
    await owner.query(`alter database "${rows[0].name}" reset default_transaction_read_only`);
    await probed();
    const lost = openPool({ host: '127.0.0.1', port: 1 }, { size: 1 });
    await assert.rejects(checkWritable(lost), /ECONNREFUSED/);
    await lost.end();
  } finally {
    await owner.end();
    await database.drop();
  }
});

test('the check writes a temporary file and a line in the PostgreSQL log, and cleans up', async () => {
  const database = await freshDatabase();
  const pool = openPool(database.serving, { size: 1 });
  const place = async () => (await pool.query('select pg_current_wal_flush_lsn() as at')).rows[0].at;
  const files = async () =>
    Number(
      (await pool.query('select temp_files from pg_stat_database where datname = current_database()')).rows[0]
        .temp_files,
    );
  try {
    await checkWritable(pool);
    const [before, filesBefore] = [await place(), await files()];
    for (let n = 0; n < 3; n++) await checkWritable(pool);
    assert.notEqual(await place(), before);
    await pool.query('select pg_stat_force_next_flush()').catch(() => {});
    assert.ok((await files()) > filesBefore, 'no temporary file was written');
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('1,000 health requests in three seconds cause one check', async () => {
  let looked = 0;
  let now = 0;
  const silent = { error: () => {}, info: () => {} } as never;
  const isReady = readiness([async () => void looked++], silent, () => now);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => isReady()));
  assert.deepEqual([looked, new Set(answers).size], [1, 1]);
  now = 3_000;
  await isReady();
  assert.equal(looked, 2);
});
