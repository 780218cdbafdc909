import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { copyDrafts } from '../../../test/support/database/copy-drafts.ts';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { writeCursor } from '../../schemas/lists/cursor.ts';
import type { Caller } from '../../services/caller.ts';
import { openPool } from '../connections/pool.ts';
import { inTransaction, sql } from '../transaction.ts';
import type { Filter } from './document-filter.ts';
import { listDocuments } from './document-list.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

test('a list whose statements fail is a failure of its request, and does not end the process', async () => {
  const { services, live } = service;
  const asked = inTransaction(services.pool, live, async (tx) => {
    const range = { type: 'emittedAt', fromDay: 'no day' } as const;
    return {
      commit: true,
      answer: await listDocuments(tx, { test: false, range }, { limit: 1, page: 1 }),
    };
  });
  await assert.rejects(asked, { code: '22007' });
});

test('a forged cursor with a day unknown to PostgreSQL is refused', async () => {
  const cursor = writeCursor({ emittedOn: '0000-01-01', id: '01890a5d-ac96-774b-bcce-b302099a8057' });
  const answer = await service.call('get-billings', { query: { cursor } });
  assert.equal(answer.refused, 'input_invalid');
});

test('freely combined filters leave no prepared statement in PostgreSQL', async () => {
  const { services, live } = service;
  const listed = (filter: Filter) =>
    inTransaction(services.pool, live, async (tx) => {
      await listDocuments(tx, filter, { limit: 1, page: 1 });
      const rows = await tx.read<{ kept: number }>(sql`select count(*) as kept from pg_prepared_statements`);
      return { commit: true, answer: rows[0]?.kept };
    });
  await listed({ test: false });
  const usual = await listed({ test: false });
  for (const filter of [{ search: 'a' }, { lateOn: '2026-03-02' }, { search: 'a', onlinePayment: true }])
    assert.equal(await listed({ test: false, ...filter }), usual);
  assert.notEqual(await listed({ test: false, kinds: ['invoice'] }), usual);
});

test('a plan cached with 5 drafts does not scan all rows once there are 2,005: drafts are looked up by id', async () => {
  const { database } = service;
  const { live: caller } = await service.newAccount('Atelier Croissant');
  const books = booksOf(service, caller);
  const { id } = await books.invoice(await books.contact());
  // A single connection, which caches its plans.
  const pool = openPool(database.serving, { size: 1 });
  const copied = (copies: number) => copyDrafts(pool, { accountId: caller.accountId, documentId: id, copies });
  try {
    await copied(4);
    for (let n = 0; n < 8; n++) assert.equal((await listedOn(pool, caller)).documents, 5);
    await copied(2_000);
    const { documents, rowsRead } = await listedOn(pool, caller);
    assert.equal(documents, 100);
    assert.ok(rowsRead > 100 && rowsRead < 4 * 2_005, `${rowsRead} rows were read`);
  } finally {
    await pool.end();
  }
});

/** A page of drafts, and the number of document rows PostgreSQL read for it. */
const listedOn = (pool: pg.Pool, { accountId }: Caller) =>
  inTransaction(pool, { accountId, test: false }, async (tx) => {
    const page = { limit: 100, page: 1 };
    const listed = await listDocuments(tx, { test: false, states: ['draft'] }, page);
    const [read] = await tx.read<{ rows: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'document'`);
    const documents = 'documents' in listed ? listed.documents.length : 0;
    return { commit: false, answer: { documents, rowsRead: read?.rows ?? 0 } };
  });
