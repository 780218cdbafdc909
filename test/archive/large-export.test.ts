import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { sql } from '../../src/db/sql.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { manyPayments } from '../support/documents/many-payments.ts';
import { timed } from '../support/runner/measure.ts';
import { type Installation, installation } from './exported-business.ts';

// Time and memory of the export of a large account: EXPORT_DOCUMENTS=20000 measures its targets.

/** The short form checks contents only: a busy machine says nothing about time. */
const IS_MEASURED = process.env.EXPORT_DOCUMENTS !== undefined;
const DOCUMENTS = Number(process.env.EXPORT_DOCUMENTS ?? 600);
/** Targets for 20,000 documents with a paper of 32 KB each, on an idle machine. */
const EXPORT_MS = 120_000;
const RESTORE_MS = 180_000;
const GROWTH_MB = 250;
const PAPER_BYTES = 32_000;

let [from, to]: Installation[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier large export '));
  [from, to] = [await installation(), await installation()];
});
afterAll(async () => {
  await from?.close();
  await to?.close();
  await rm(folder, { recursive: true });
});

const PAPERS = sql`
  with paper as (
    select d.id, convert_to(repeat(md5(d.id::text), ${String(PAPER_BYTES / 32)}), 'UTF8') as bytes from billing.document d
    where d.account_id = $1 and d.number is not null
      and not exists (select from billing.rendering r where r.account_id = $1 and r.document_id = d.id)),
  stored as (
    insert into billing.file (account_id, sha256, bytes, size, created_at)
    select $1, sha256(p.bytes), p.bytes, length(p.bytes), 1772442000 from paper p)
  insert into billing.rendering (account_id, document_id, format, locale, canceled, test, sha256, created_at)
  select $1, p.id, 'pdf', 'fr', false, false, sha256(p.bytes), 1772442000 from paper p`;

test('an account of 600 paid invoices with a paper each is exported and restored, row for row', async () => {
  assert.ok(from && to);
  const { service } = from;
  const books = booksOf(service);
  await books.company();
  const { id } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
  await books.pay('invoice', id, 120_000);
  await manyPayments(service, id, DOCUMENTS);
  await inTransaction(service.services.pool, { accountId: service.accountId, test: false }, async (tx) => {
    tx.write(sql`set local statement_timeout = 0`);
    tx.write(PAPERS, [tx.accountId]);
    return { commit: true, answer: undefined };
  });
  const path = join(folder, 'large.zip');
  const memory = peakMemory();
  const [exported, exportMs] = await timed(() => (from as Installation).exported(path, service.accountId));
  const exportMb = memory.megabytes();
  const [restored, restoreMs] = await timed(() => (to as Installation).restored(path));
  memory.end();
  const { size } = await stat(path);
  assert.deepEqual([exported.tables.document, exported.tables.payment], [DOCUMENTS, DOCUMENTS]);
  assert.ok(exported.files >= DOCUMENTS, `${exported.files}`);
  const rows = Object.values(exported.tables).reduce((sum, count) => sum + count, 0);
  assert.deepEqual([restored.rows, restored.files], [rows, exported.files]);
  if (!IS_MEASURED) return;
  console.log(
    `${DOCUMENTS} documents: ${rows} rows, ${Math.round(size / 1e6)} MB; export ${exportMs} ms, memory +${exportMb} MB; restore ${restoreMs} ms, memory +${memory.megabytes()} MB`,
  );
  assert.ok(exportMs <= EXPORT_MS && restoreMs <= RESTORE_MS, `${exportMs} ms, ${restoreMs} ms`);
  assert.ok(memory.megabytes() <= GROWTH_MB, `${memory.megabytes()} MB`);
});

/** The highest megabytes of objects and buffers since the start, above those at the start. */
function peakMemory() {
  const inUse = (): number => (process.memoryUsage().heapUsed + process.memoryUsage().external) / 2 ** 20;
  const start = inUse();
  let peak = start;
  const reading = setInterval(() => {
    peak = Math.max(peak, inUse());
  }, 100);
  return { megabytes: () => Math.round(peak - start), end: () => clearInterval(reading) };
}
