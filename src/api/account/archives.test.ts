import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { killedAt, type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { testCluster } from '../../../test/support/database/test-database.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { checkArchive } from '../../archive/check/archive.ts';
import { deleteUnusedFiles } from '../../db/billing/stored-files.ts';
import { sql } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scopesOfRole } from '../../domain/people/role.ts';
import { makeArchive } from '../../jobs/account/make-archive.ts';
import { failed } from '../../queue/run-job.ts';
import type { Caller } from '../../services/caller.ts';

const KIB = 1_024;
const DAY = 86_400;
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const MARCH_2 = { from: '2026-03-02', to: '2026-03-02' };
const at = (moment: string): number => Date.parse(moment) / 1_000;

let service: TestService;
let books: Books;
let life: Lived;
let folder: string;
/** Small parts, so that a file has several. */
const job = makeArchive('1.0.0', { partBytes: 16 * KIB, bytesMax: 16 * KIB * KIB });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier requested archives '));
  service = await testService();
  books = booksOf(service);
  life = lived(service, [job]);
  await books.company();
  const invoice = await books.finalized(books.invoice(await books.contact()));
  await books.pay('invoice', invoice.id, 60_000);
  service.clock.now = at('2026-04-02T10:00:00+02:00');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const asked = async (span = MARCH, caller?: Caller) => {
  const { json, refused } = await service.call('create-archive', { body: span, ...(caller && { caller }) });
  assert.equal(refused, undefined);
  return json;
};
const read = async (archiveId: string) => (await service.call('get-archive', { path: { archiveId } })).json;
const deleted = (archiveId: string) => service.call('delete-archive', { path: { archiveId } });
/** The whole file, part by part as HTTP sends it. */
async function file(archiveId: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const heard = await service.call('download-archive', { path: { archiveId }, query: { after } });
    assert.ok(heard.file, `${heard.refused}`);
    parts.push(heard.file.bytes);
    after = heard.file.next;
  }
  return Buffer.concat(parts);
}
async function checked(bytes: Buffer) {
  const path = join(folder, 'copy.tar');
  await writeFile(path, bytes);
  return checkArchive(path, { trust: [] });
}
const rows = <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: (await tx.read(statement, [tx.accountId])) as Row[],
  }));
const MADE = sql`
  select link::json -> 'subject' ->> 'id' as id, link::json ->> 'sha256' as sha256 from billing.chain_link
  where account_id = $1 and link like '%"type":"archive_made"%' order by seq`;
const recorded = () => rows<{ id: string; sha256: string }>(MADE);
const FILES = sql`select 1 from billing.file where account_id = $1`;
const PARTS = sql`select archive_id as id, attempt, number from billing.archive_part where account_id = $1`;

test('create-archive for March: waiting, then ready with the invoice, its PDF, its payment and three closures, intact', async () => {
  const waiting = await asked();
  assert.deepEqual([waiting.state, waiting.size], ['waiting', undefined]);
  const early = await service.call('download-archive', { path: { archiveId: waiting.id } });
  assert.equal(early.refused, 'archive_not_ready');
  await life.worked();

  const ready = await read(waiting.id);
  assert.equal(ready.state, 'ready');
  const { documents, payments, closures } = ready.counts;
  assert.deepEqual({ documents, payments, closures }, { documents: 1, payments: 1, closures: 2 });
  const bytes = await file(waiting.id);
  assert.ok(bytes.length > 2 * 16 * KIB, `${bytes.length} bytes`);
  assert.deepEqual([ready.size, ready.sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  const { findings, fingerprint, counts } = await checked(bytes);
  assert.deepEqual(findings, []);
  assert.equal(fingerprint, ready.keyFingerprint);
  assert.deepEqual(counts, ready.counts);
  assert.deepEqual(await recorded(), [{ id: waiting.id, sha256: ready.signedSha256 }]);
});

test('one changed byte of a downloaded archive is found', async () => {
  const [{ id }] = (await service.call('list-archives')).json.docs;
  const bytes = await file(id);
  for (const place of [300, Math.floor(bytes.length / 2), bytes.length - 700]) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    assert.notDeepEqual((await checked(changed)).findings, [], `byte ${place}`);
  }
});

test('list-archives shows the newest first and continues by cursor; delete-archive removes the file and its parts', async () => {
  service.clock.now += 60;
  const second = await asked(MARCH_2);
  const first = (await service.call('list-archives', { query: { limit: '1' } })).json;
  assert.deepEqual([first.docs.map(({ id }: { id: string }) => id), first.totalDocs], [[second.id], 2]);
  const rest = (await service.call('list-archives', { query: { limit: '1', cursor: first.nextCursor } })).json;
  assert.notEqual(rest.docs[0].id, second.id);
  assert.equal(rest.nextCursor, undefined);

  await life.worked();
  assert.ok((await rows<{ id: string }>(PARTS)).some(({ id }) => id === second.id));
  assert.equal((await deleted(second.id)).refused, undefined);
  assert.equal((await service.call('get-archive', { path: { archiveId: second.id } })).refused, 'archive_not_found');
  assert.ok(!(await rows<{ id: string }>(PARTS)).some(({ id }) => id === second.id));
});

test('an archive deleted before its turn is never made nor recorded', async () => {
  const before = await recorded();
  const { id } = await asked();
  await deleted(id);
  await life.worked();
  assert.deepEqual(await recorded(), before);
});

test('days after today, in the wrong order or without records are refused, and so is text that is no day', async () => {
  const refusalOf = async (span: Record<string, string>) => {
    const heard = (await service.call('create-archive', { body: span })) as { refused?: string; reason?: string };
    return [heard.refused, heard.reason];
  };
  assert.deepEqual(await refusalOf({ from: '2026-03-31', to: '2026-03-01' }), ['archive_span_unusable', 'reversed']);
  assert.deepEqual(await refusalOf({ from: '2026-03-01', to: '2026-04-03' }), ['archive_span_unusable', 'in_future']);
  assert.deepEqual(await refusalOf({ from: '1970-01-01', to: '2026-03-03' }), ['archive_span_unusable', 'not_a_day']);
  assert.deepEqual(await refusalOf({ from: '2025-03-01', to: '2025-03-31' }), [
    'archive_span_unusable',
    'nothing_recorded',
  ]);
  assert.equal((await refusalOf({ from: 'March', to: '2026-03-31' }))[0], 'input_invalid');
});

test('a mode keeps at most 5 archives: of two requests at once for the last place, one is refused', async () => {
  const kept = async () => (await service.call('list-archives')).json.docs as { id: string }[];
  for (let there = (await kept()).length; there < 4; there++) await asked(MARCH_2);
  const both = await Promise.all([1, 2].map(() => service.call('create-archive', { body: MARCH_2 })));
  assert.deepEqual(both.map(({ refused }) => refused).sort(), ['too_many_archives', undefined]);
  // The test books have their own places.
  const trial = booksOf(service, service.test);
  await trial.finalized(trial.invoice(await trial.contact()));
  await asked({ from: '2026-04-02', to: '2026-04-02' }, service.test);
  for (const { id } of await kept()) await deleted(id);
});

test('archives of test and live mode are apart, and another account gets 404', async () => {
  const live = await asked();
  const other = await service.newAccount('Otto Fremd');
  for (const caller of [service.test, other.live])
    for (const name of ['get-archive', 'download-archive', 'delete-archive']) {
      const { refused } = await service.call(name, { path: { archiveId: live.id }, caller });
      assert.equal(refused, 'archive_not_found', name);
    }
  const listed = (await service.call('list-archives', { caller: service.test })).json.docs;
  assert.ok(listed.every(({ id, test: isTest }: { id: string; test: boolean }) => isTest && id !== live.id));
  assert.deepEqual((await service.call('list-archives', { caller: other.live })).json.docs, []);
  await life.worked();
  assert.equal((await read(live.id)).state, 'ready');
});

test('an owner makes archives; a member and an accountant read them, and a member makes those of test mode', async () => {
  const as = (role: 'owner' | 'member' | 'accountant', isTest: boolean): Caller => ({
    ...(isTest ? service.test : service.live),
    scopes: scopesOfRole(role, { test: isTest }),
  });
  const [{ id }] = (await service.call('list-archives')).json.docs;
  for (const role of ['member', 'accountant'] as const) {
    const refused = async (name: string, said: object) =>
      (await service.call(name, { ...said, caller: as(role, false) })).refused;
    assert.equal(await refused('create-archive', { body: MARCH }), 'scope_missing', role);
    assert.equal(await refused('delete-archive', { path: { archiveId: id } }), 'scope_missing', role);
    assert.equal(await refused('download-archive', { path: { archiveId: id } }), undefined, role);
    assert.equal(await refused('list-archives', {}), undefined, role);
  }
  assert.equal(
    (await service.call('delete-archive', { path: { archiveId: id }, caller: as('owner', false) })).refused,
    undefined,
  );
  const span = { from: '2026-04-02', to: '2026-04-02' };
  assert.equal((await service.call('create-archive', { body: span, caller: as('member', true) })).refused, undefined);
  assert.equal(
    (await service.call('create-archive', { body: span, caller: as('accountant', true) })).refused,
    'scope_missing',
  );
});

test('a worker killed at any third statement leaves one archive, one entry in the audit chain and no stray parts', async () => {
  let kills = 0;
  for (let statement = 1; ; statement += 3) {
    const { id } = await asked();
    const killed = killedAt(service.services.pool, statement);
    await life.worked((each) => (each === job && !killed.isDead() ? killed.pool : undefined));
    await life.until(service.clock.now + 600);
    const { state, signedSha256 } = await read(id);
    assert.equal(state, 'ready', `killed at ${statement}`);
    const made = (await recorded()).filter((each) => each.id === id);
    assert.deepEqual(made, [{ id, sha256: signedSha256 }], `killed at ${statement}`);
    assert.deepEqual((await checked(await file(id))).findings, [], `killed at ${statement}`);
    const parts = (await rows<{ id: string; attempt: number }>(PARTS)).filter((each) => each.id === id);
    assert.equal(new Set(parts.map(({ attempt }) => attempt)).size, 1, `killed at ${statement}`);
    await deleted(id);
    if (!killed.isDead()) break;
    kills++;
  }
  assert.ok(kills > 8, `${kills} kills`);
}, 240_000);

test('an archive of more bytes than allowed, or than the account may store, fails with its reason in words', async () => {
  const small = lived(service, [makeArchive('1.0.0', { partBytes: 16 * KIB, bytesMax: 50 * KIB })]);
  const large = await asked();
  await small.worked();
  const { quotas } = service.services.environment;
  const { storedBytes } = quotas;
  Object.assign(quotas, { storedBytes: 100 * KIB });
  const unstored = await asked();
  await life.worked();
  Object.assign(quotas, { storedBytes });

  const failures = [(await read(large.id)).failure, (await read(unstored.id)).failure];
  assert.deepEqual(
    failures.map(({ reason }) => reason),
    ['too_large', 'storage_full'],
  );
  assert.match(failures[0].message, /would exceed 1 GiB/);
  assert.deepEqual(
    (await rows<{ id: string }>(PARTS)).filter(({ id }) => id === large.id || id === unstored.id),
    [],
  );
  for (const { id } of [large, unstored]) await deleted(id);
});

test('an archive of altered files is given up at once; after 5 internal errors it is given up too', async () => {
  const superuser = new pg.Client({
    ...(await testCluster()).superuser,
    database: (service.database.serving as { database: string }).database,
  } as pg.ClientConfig);
  await superuser.connect();
  const flip = async () => {
    await superuser.query("set session_replication_role = 'replica'");
    await superuser.query(
      `update billing.file f set bytes = set_byte(bytes, 100, get_byte(bytes, 100) # 1)
       where exists (select from billing.rendering r where r.account_id = f.account_id and r.sha256 = f.sha256)`,
    );
  };
  const altered = await asked();
  await flip();
  await life.worked();
  await flip();
  await superuser.end();
  assert.equal((await read(altered.id)).failure?.reason, 'records_altered');

  const { environment } = service.services;
  const { proof } = environment;
  const { id } = await asked();
  let tries = 0;
  const known = async () => {
    tries++;
    throw new Error('the data folder cannot be read');
  };
  environment.proof = proof && { ...proof, known };
  const failing = {
    ...job,
    run: async (...[held, turn]: Parameters<typeof job.run>) =>
      job.run(held, turn).catch((error: unknown) => failed(held, error, turn)),
  };
  for (let each = 0; each < 5; each++) {
    for (const held of await life.claimed(job)) await life.run(failing, held);
    assert.equal((await read(id)).state, each < 4 ? 'under_way' : 'failed', `after ${each + 1} tries`);
    service.clock.now += 3_700;
  }
  if (proof) environment.proof = proof;
  assert.deepEqual([tries, (await read(id)).failure.reason], [5, 'not_written']);
  for (const each of [altered.id, id]) await deleted(each);
});

test('a worker that is killed in each of 20 runs does not begin the archive again: it failed', async () => {
  const { id } = await asked(MARCH_2);
  for (let run = 1; run <= 20; run++) {
    await life.claimed(job);
    service.clock.now += job.lane.leaseSeconds + 1;
  }
  assert.equal((await read(id)).state, 'waiting');
  await life.worked();
  assert.deepEqual((await read(id)).failure?.reason, 'not_written');
  await deleted(id);
});

test('an archive is deleted 7 days after it was made, and its bytes are no longer kept for it', async () => {
  const { id } = await asked(MARCH_2);
  await life.worked();
  const { endedAt, expiresAt } = await read(id);
  assert.equal(expiresAt - endedAt, 7 * DAY);
  await life.until(expiresAt - 1);
  const kept = async (): Promise<number> => (await rows<object>(FILES)).length;
  const before = await kept();
  await deleteUnusedFiles({ pool: service.services.pool }, service.clock.now);
  assert.equal((await read(id)).state, 'ready');
  assert.deepEqual((await checked(await file(id))).findings, []);
  await life.until(expiresAt + 1);
  await deleteUnusedFiles({ pool: service.services.pool }, service.clock.now);
  assert.ok((await kept()) < before, `${before} files before`);
  assert.equal((await service.call('get-archive', { path: { archiveId: id } })).refused, 'archive_not_found');
});
