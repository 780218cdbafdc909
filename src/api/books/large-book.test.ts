import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { manyPayments } from '../../../test/support/documents/many-payments.ts';
import { timed, watchMemory } from '../../../test/support/runner/measure.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The receipts book of a year with many payments: BOOK_PAYMENTS=100000 measures its targets.

/** The short form checks contents only: a busy machine says nothing about time. */
const IS_MEASURED = process.env.BOOK_PAYMENTS !== undefined;
const PAYMENTS = Number(process.env.BOOK_PAYMENTS ?? 2_500);
/** Targets for 100,000 payments on an idle machine. */
const FIRST_PAGE_MS = 300;
const EXPORT_MS = 10_000;
/** Growth of the memory in use from one half of an export to the other. */
const GROWTH_MB = 30;
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

let service: TestService;
beforeAll(async () => {
  service = await testService();
}, 60_000);
afterAll(() => service.close());

test('a year of 2,500 payments is listed, exported and put into a workbook whole; a PDF of it is refused', async () => {
  const books = booksOf(service);
  await books.company();
  const { id } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
  await books.pay('invoice', id, 120_000);
  await manyPayments(service, id, PAYMENTS);
  const ask = (name: string, query: object = {}) => books.ask(name, { query: { ...YEAR, ...query } });
  await ask('list-receipts-book');
  const [page, pageMs] = await timed(() => ask('list-receipts-book', { limit: 100 }));
  assert.deepEqual([page.json.totalDocs, page.json.docs.length, page.json.docs[99].number], [PAYMENTS, 100, 100]);
  const december = await ask('list-receipts-book', { from: '2026-12-31', limit: 1 });
  assert.ok(december.json.docs[0].number > PAYMENTS / 2);

  const memory = watchMemory();
  let [rows, after]: [number, string | undefined] = [0, undefined];
  const [, exportMs] = await timed(async () => {
    do {
      const { json } = await ask('export-receipts-book', { format: 'plain', ...(after && { after }) });
      rows += json.csv.split('\r\n').length - 1;
      after = json.next;
      memory.read();
    } while (after !== undefined);
  });
  assert.equal(rows, PAYMENTS + 1);
  const [totals, totalsMs] = await timed(() => ask('get-receipts-book-totals'));
  assert.equal(totals.json.total.amount, PAYMENTS * 120_000);
  const [workbook, workbookMs] = await timed(() => ask('download-receipts-book', { format: 'xlsx' }));
  assert.ok((workbook.file?.bytes.length ?? 0) > 10_000);
  if (PAYMENTS > 2_000)
    assert.equal((await ask('download-receipts-book', { format: 'pdf' })).refused, 'receipts_book_too_long');
  const said = {
    pageMs,
    exportMs,
    totalsMs,
    workbookMs,
    growthMb: memory.growth(),
    workbookKb: (workbook.file?.bytes.length ?? 0) / 1_024,
  };
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(said).map(([name, value]) => [name, Math.round(value)]))),
  );
  if (!IS_MEASURED) return;
  assert.ok(pageMs < FIRST_PAGE_MS, `the first page took ${pageMs.toFixed(0)} ms`);
  assert.ok(exportMs < EXPORT_MS, `the export took ${exportMs.toFixed(0)} ms`);
  assert.ok(workbookMs < EXPORT_MS, `the workbook took ${workbookMs.toFixed(0)} ms`);
  assert.ok(memory.growth() < GROWTH_MB, `the export grew the memory by ${memory.growth().toFixed(0)} MB`);
}, 240_000);
