import assert from 'node:assert/strict';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../../src/db/migrate.ts';
import { type FreshDatabase, freshDatabase, testCluster } from '../support/database/test-database.ts';
import { quickFolder } from '../support/runner/memory-folder.ts';
import { thisYear } from '../support/runner/today.ts';
import { clientOf, createPaidInvoice } from './create-invoice.ts';
import { type FirstVersion, sealedIn } from './first-version.ts';
import { isolatedSettings, ran, started } from './start-server.ts';

// What the first landed version left behind, written by itself (`npm run upgrade-test -- --first
// --photograph FILE`): two live invoices, one paid, one canceled by a credit note, and one of a
// test; and of a second account one live, one of a test.

const FIRST_MIGRATION = '0001-billing.sql';

let photo: FirstVersion;
let database: FreshDatabase;
let superuser: pg.ClientConfig;
let folder: string;
before(async () => {
  const kept = await readFile(new URL('first-version.json.gz', import.meta.url));
  photo = JSON.parse(gunzipSync(kept).toString()) as FirstVersion;
  folder = await mkdtemp(join(quickFolder(), 'facturier first version '));
  await chmod(folder, 0o755);
  database = await freshDatabase({ migrated: false });
  const cluster = await testCluster();
  superuser = { ...(cluster.superuser as pg.ClientConfig), database: (database.ownerUrl as pg.ClientConfig).database };
  await mkdir(join(folder, 'migrations'));
  await cp(
    new URL(`../../migrations/${FIRST_MIGRATION}`, import.meta.url),
    join(folder, 'migrations', FIRST_MIGRATION),
  );
  await migrate(database.ownerUrl, join(folder, 'migrations'));
  await filled();
  for (const [path, text] of Object.entries(photo.files)) {
    await mkdir(join(folder, 'data', dirname(path)), { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'data', path), text, { mode: 0o600 });
  }
});
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function filled(): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query('begin; set local session_replication_role = replica');
  for (const [table, rows] of Object.entries(photo.tables)) {
    await pipeline(Readable.from([rows]), client.query(copyFrom(`copy billing.${table} from stdin`)));
  }
  // An answer it kept for a caller's key.
  const { test, key, kept } = {
    test: false,
    key: 'a-key',
    kept: `{"customer":{"id":"x","token":"${formerSecrets()[0]}"}}`,
  };
  await client.query(
    `insert into billing.idempotency select account_id, $1, $2, '\\x00', 201, '{}', $3, 1 from billing.account limit 1`,
    [test, key, kept],
  );
  await client.query('commit');
  await client.end();
}

/**
 * The secrets of portals that the first version gave its customers, and sealed with their
 * documents.
 */
const formerSecrets = (): string[] =>
  [...(photo.tables.customer ?? '').matchAll(/"token":"([\w-]{43})"/g)].map(([, token]) => token as string);

async function rowsOf(sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(superuser);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function changed(sql: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  await client.end();
}

test('what the first version left starts on today’s: it verifies, sealed documents keep their bytes, numbers go on', async () => {
  const settings = isolatedSettings(join(folder, 'data'), { DATABASE_URL: database.databaseUrl });
  const was = await sealedIn(superuser);
  assert.deepEqual([was.documents.length, was.links.length], [6, 14]);
  const numbers = was.documents.map((each) => (each as { number: string }).number).sort();
  const [year] = /\d{4}/.exec(numbers[0] ?? '') ?? [];
  const ofBoth = [`F-${year}-0001`, `TEST-F-${year}-0001`];
  assert.deepEqual(numbers, [`AV-${year}-0001`, `F-${year}-0002`, ...ofBoth, ...ofBoth].sort());

  const verified = await ran(['verify', '--json'], settings);
  assert.equal(verified.code, 0, verified.out + verified.err);
  assert.deepEqual(await sealedIn(superuser), was);

  const service = await started(settings);
  try {
    assert.equal(service.welcome.keys, undefined);
    const { done, close } = await clientOf(service.welcome, photo.keys.live);
    const listed = (await done('GET', '/v2/billings')).json.docs as { number: string; state: string }[];
    assert.equal(listed.find(({ number }) => number === `F-${year}-0001`)?.state, 'paid');
    close();
    const next = await createPaidInvoice(service.welcome, photo.keys.live);
    const now = String(thisYear());
    assert.equal(next.number, now === year ? `F-${year}-0003` : `F-${now}-0001`);
  } finally {
    await service.stop();
  }
  assert.equal((await ran(['verify'], settings)).code, 0);

  // The control: a digit of a document that the first version sealed.
  const replaced = (one: string, other: string) =>
    changed(
      `update billing.document set content = replace(content, '${one}', '${other}') where number = 'F-${year}-0001'`,
    );
  await replaced('Audit', 'Audio');
  const tampered = await ran(['verify', '--json'], settings);
  assert.equal(tampered.code, 1, tampered.out);
  await replaced('Audio', 'Audit');
});

test('the portal secrets the first version sealed stay in the seal, open nothing, and are answered, kept and sealed no more', async () => {
  const former = formerSecrets();
  assert.equal(former.length, 5);
  const settings = isolatedSettings(join(folder, 'data'), { DATABASE_URL: database.databaseUrl });
  const service = await started(settings);
  const { done, close } = await clientOf(service.welcome, photo.keys.live);
  try {
    const sealed = await rowsOf(
      `select account_id, id, number, content, finalized_at from billing.document where number like 'F-%-0001' order by account_id`,
    );
    const [old] = sealed;
    const itsSecret = former.find((secret) => old?.content?.includes(secret)) ?? '';
    assert.ok(itsSecret, 'control: it is in what was sealed');
    const read = (await done('GET', `/v2/billing/${old?.id}`)).json;
    assert.match(read.customer.token, /^[\w-]{43}$/);
    const credited = (await done('POST', `/v2/billing/invoice/${old?.id}/asset`, {})).json;
    const creditNote = (await done('PATCH', `/v2/billing/${credited.id}/finalize`, {})).json;
    const answers = [
      ...[
        '/v2/billings?limit=100',
        '/v2/events',
        '/contacts',
        `/v2/billing/${old?.id}`,
        `/v2/billing/${creditNote.id}`,
      ],
      `/contact/${read.customer.contactId}`,
    ].map(async (path) => (await done('GET', path)).text);
    const texts = [...(await Promise.all(answers)), JSON.stringify(creditNote)];
    for (const secret of former) for (const text of texts) assert.ok(!text.includes(secret), text);

    const said = 'select content as text from billing.customer union all select body from billing.idempotency';
    const since = `union all select content from billing.document where id = '${creditNote.id}' union all select body from billing.event`;
    for (const { text } of await rowsOf(`${said} ${since}`)) {
      assert.doesNotMatch(String(text), /"token":"[^"]/);
      assert.doesNotThrow(() => text === null || JSON.parse(text as string), text);
    }

    const file = join(folder, 'data', 'archive.tar');
    const day = new Date(Number(old?.finalized_at) * 1000).toISOString().slice(0, 10);
    const archived = await ran(
      ['archive', '--account', String(old?.account_id), '--from', day, '--to', day, file, '--json'],
      settings,
    );
    assert.equal(archived.code, 0, archived.out);
    assert.ok(
      (await readFile(file)).includes(itsSecret),
      'what was sealed is archived to the byte, or it proves nothing',
    );
    for (const args of [['verify'], ['verify', '--archive', file]]) {
      const { code, out } = await ran(args, settings);
      assert.equal(code, 0, `${args.join(' ')}: ${out}`);
    }
  } finally {
    close();
    await service.stop();
  }
});
