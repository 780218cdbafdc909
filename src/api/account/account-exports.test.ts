import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { deleteUnusedFiles } from '../../db/billing/stored-files.ts';
import { sql } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scopesOfRole } from '../../domain/people/role.ts';
import { makeAccountExport } from '../../jobs/account/make-account-export.ts';
import type { Caller } from '../../services/caller.ts';

const KIB = 1_024;
const DAY = 86_400;

let service: TestService;
let books: Books;
let life: Lived;
/** Small parts, so that a file has several. */
const job = makeAccountExport('1.0.0', { partBytes: 16 * KIB, bytesMax: 16 * KIB * KIB });

beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  life = lived(service, [job]);
  await books.company();
  await books.finalized(books.invoice(await books.contact()));
});
afterAll(() => service.close());

const asked = async (caller?: Caller) => {
  const { json, refused } = await service.call('create-account-export', caller && { caller });
  assert.equal(refused, undefined);
  return json;
};
const read = async (accountExportId: string, caller = service.live) =>
  service.call('get-account-export', { path: { accountExportId }, caller });
const deleted = (accountExportId: string, caller = service.live) =>
  service.call('delete-account-export', { path: { accountExportId }, caller });
/** The whole file, part by part as HTTP sends it. */
async function file(accountExportId: string, caller = service.live): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const heard = await service.call('download-account-export', {
      ...{ path: { accountExportId }, query: { after }, caller },
    });
    assert.ok(heard.file, `${heard.refused}`);
    parts.push(heard.file.bytes);
    after = heard.file.next;
  }
  return Buffer.concat(parts);
}
const PARTS = sql`select export_id as id from billing.account_export_part where account_id = $1`;
const parts = (): Promise<{ id: string }[]> =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: (await tx.read(PARTS, [tx.accountId])) as { id: string }[],
  }));

const FILES = sql`select count(*)::int as files from billing.file where account_id = $1`;
const files = (): Promise<number> =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: (await tx.read<{ files: number }>(FILES, [tx.accountId]))[0]?.files ?? 0,
  }));

test('create-account-export: waiting, then ready; download-account-export gives the whole ZIP in parts of 16 KiB', async () => {
  const waiting = await asked();
  assert.deepEqual([waiting.state, waiting.size], ['waiting', undefined]);
  const early = await service.call('download-account-export', { path: { accountExportId: waiting.id } });
  assert.equal(early.refused, 'account_export_not_ready');
  await life.worked();

  const { json: ready } = await read(waiting.id);
  assert.equal(ready.state, 'ready', JSON.stringify(ready));
  const bytes = await file(waiting.id);
  assert.ok(bytes.length > 2 * 16 * KIB, `${bytes.length} bytes`);
  assert.deepEqual([ready.size, ready.sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  const members = unzipSync(bytes);
  assert.ok(members['index.html'] && members['archive/live.tar'] && members['papers/2026/F-2026-0001.facturx.pdf']);
  assert.deepEqual([ready.counts.documents, ready.counts.files], [1, 2]);
});

test('the parts of an export are no files of the next one, which has as many', async () => {
  const { id } = await asked();
  await life.worked();
  assert.equal((await read(id)).json.counts.files, 2);
});

test('list-account-exports shows the newest first; get-account-export and delete-account-export know no other ID', async () => {
  const { docs } = (await service.call('list-account-exports', { query: { limit: '1' } })).json;
  assert.equal(docs.length, 1);
  const unknown = '00000000-0000-7000-8000-000000000000';
  assert.equal((await read(unknown)).refused, 'account_export_not_found');
  assert.equal((await deleted(unknown)).refused, 'account_export_not_found');
});

test('a third export is refused until one is deleted, which removes its parts and then its bytes', async () => {
  assert.equal((await service.call('create-account-export')).refused, 'too_many_account_exports');
  const { docs } = (await service.call('list-account-exports')).json;
  assert.equal(docs.length, 2);
  for (const { id } of docs) assert.equal((await deleted(id)).refused, undefined);
  assert.deepEqual(await parts(), []);
  const stored = await files();
  await deleteUnusedFiles({ pool: service.services.pool }, service.clock.now + 3 * DAY);
  assert.ok((await files()) <= stored - 4, `${stored}`);
  await deleted((await asked()).id);
});

test('an accountant and a member may neither make, list nor download an export; a test key exports test mode', async () => {
  for (const role of ['member', 'accountant'] as const) {
    const caller = { ...service.live, scopes: scopesOfRole(role, { test: false }) };
    for (const name of ['create-account-export', 'list-account-exports'])
      assert.equal((await service.call(name, { caller })).refused, 'scope_missing', `${role} ${name}`);
  }
  const { id } = await asked(service.test);
  await life.worked();
  const members = unzipSync(await file(id, service.test));
  assert.equal(Buffer.from(members['records/billing.document.jsonl'] as Uint8Array).toString(), '');
  await deleted(id, service.test);
});

test('an export is deleted 7 days after it was made', async () => {
  const { id } = await asked();
  await life.worked();
  service.clock.now += 7 * DAY - 60;
  await life.worked();
  assert.equal((await read(id)).json.state, 'ready');
  service.clock.now += 60;
  await life.worked();
  assert.equal((await read(id)).refused, 'account_export_not_found');
});

test('a file above the limit is given up, with the reason, and leaves no parts', async () => {
  const small = lived(service, [makeAccountExport('1.0.0', { partBytes: 16 * KIB, bytesMax: 20 * KIB })]);
  const { id } = await asked();
  await small.worked();
  const { json } = await read(id);
  assert.deepEqual([json.state, json.failure.reason], ['failed', 'too_large']);
  assert.deepEqual(await parts(), []);
});
