import assert from 'node:assert/strict';
import { mkdtemp, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { discardDataFolder } from '../../test/support/database/test-cluster.ts';
import { quickFolder } from '../../test/support/runner/memory-folder.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../runtime/cluster/embedded-database.ts';
import { type BaseBackupRequest, baseBackup } from './base-backup.ts';

let folder: string;
let database: EmbeddedDatabase;
let superuser: pg.Client;
let request: BaseBackupRequest;

beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier base backup '));
  database = await openEmbeddedDatabase(folder, { durable: false });
  superuser = new pg.Client(database.superuser);
  await superuser.connect();
  await superuser.query('create table filled as select generate_series(1, 10000) as number; checkpoint');
  request = { connection: database.copying as pg.ClientConfig, cluster: join(database.home as string, 'cluster') };
});
afterAll(async () => {
  await superuser.end();
  await database.leave();
  await discardDataFolder(folder);
});

/** Names and sizes of everything in a backup. */
async function contents(given: Partial<BaseBackupRequest> = {}): Promise<Map<string, number | undefined>> {
  const found = new Map<string, number | undefined>();
  for await (const member of baseBackup({ ...request, ...given })) {
    assert.ok(!found.has(member.name), `${member.name} is there twice`);
    if (!('bytes' in member)) {
      found.set(member.name, undefined);
      continue;
    }
    let bytes = 0;
    for await (const chunk of member.bytes) bytes += chunk.length;
    assert.equal(bytes, member.size, member.name);
    found.set(member.name, bytes);
  }
  return found;
}

test('a backup has the files, empty folders, a label and the WAL, and not the files of the running server', async () => {
  await writeFile(join(request.cluster, 'base', 'pgsql_tmp1.0'), 'temporary');
  const shown: [number, number][] = [];
  const found = await contents({ onProgress: (done, about) => shown.push([done, about]) });
  const names = [...found.keys()];
  const { rows } = await superuser.query<{ path: string }>("select pg_relation_filepath('filled') as path");
  for (const name of [rows[0]?.path, 'PG_VERSION', 'global/pg_control', 'backup_label'])
    assert.ok(found.get(`cluster/${name}`), name);
  for (const name of ['pg_wal', 'pg_replslot', 'pg_notify', 'pg_tblspc']) assert.ok(names.includes(`cluster/${name}`));
  assert.ok(names.some((name) => /^cluster\/pg_wal\/[0-9A-F]{24}$/.test(name)));
  assert.deepEqual(
    names.filter((name) => /postmaster|pg_replslot\/|pgsql_tmp|pg_internal\.init/.test(name)),
    [],
  );
  assert.deepEqual(shown.at(-1)?.[0], shown.at(-1)?.[1], 'progress ends at the total');
  const slots = await superuser.query('select from pg_replication_slots');
  assert.equal(slots.rowCount, 0, 'the backup leaves no slot behind');
});

test('an aborted backup ends with an error', async () => {
  const aborting = new AbortController();
  await assert.rejects(contents({ signal: aborting.signal, onProgress: () => aborting.abort() }));
  await assert.rejects(contents({ signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a damaged page fails the backup', async () => {
  const { rows } = await superuser.query<{ path: string }>("select pg_relation_filepath('filled') as path");
  const file = await open(join(request.cluster, rows[0]?.path as string), 'r+');
  await file.write(Buffer.from([0xff, 0xff]), 0, 2, 8192 + 4000);
  await file.close();
  await assert.rejects(contents(), /checksum verification failure/);
});
