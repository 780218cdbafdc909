import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { manyPayments } from '../../../test/support/documents/many-payments.ts';
import { timed } from '../../../test/support/runner/measure.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The closing of a year with many payments: CLOSING_PAYMENTS=100000 measures the largest one.

/** The short form checks contents only: a busy machine says nothing about time. */
const IS_MEASURED = process.env.CLOSING_PAYMENTS !== undefined;
const PAYMENTS = Number(process.env.CLOSING_PAYMENTS ?? 1_500);
/** Targets for 100,000 payments on an idle machine. */
const CLOSING_MS = 60_000;
const VERIFICATION_MS = 20_000;
const FIRST_PAGE_MS = 300;

let service: TestService;
beforeAll(async () => {
  service = await testService();
}, 60_000);
afterAll(() => service.close());

test('a year of 1,500 payments is closed whole, verified, and listed with its numbers', async () => {
  const books = booksOf(service);
  await books.company();
  const { id } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
  await books.pay('invoice', id, 120_000);
  await manyPayments(service, id, PAYMENTS);
  service.clock.now = Date.parse('2027-01-05T09:00:00Z') / 1000;
  const [closing, closingMs] = await timed(() => books.ask('close-books', { body: { through: '2026-12-31' } }));
  const { count, amount } = closing.json.receipts.totals;
  assert.deepEqual([count, amount], [PAYMENTS, PAYMENTS * 120_000]);
  const [verified, verificationMs] = await timed(() => books.ask('verify-book-closings'));
  assert.deepEqual([verified.json.intact, verified.json.lines], [true, PAYMENTS]);
  const year = { from: '2026-01-01', to: '2026-12-31', limit: 100 };
  const [page, pageMs] = await timed(() => books.ask('list-receipts-book', { query: year }));
  assert.deepEqual([page.json.totalDocs, page.json.docs[99].number], [PAYMENTS, 100]);
  const said = { closingMs, verificationMs, pageMs };
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(said).map(([name, value]) => [name, Math.round(value)]))),
  );
  if (!IS_MEASURED) return;
  assert.ok(closingMs < CLOSING_MS, `the closing took ${closingMs.toFixed(0)} ms`);
  assert.ok(verificationMs < VERIFICATION_MS, `the verification took ${verificationMs.toFixed(0)} ms`);
  assert.ok(pageMs < FIRST_PAGE_MS, `the first page took ${pageMs.toFixed(0)} ms`);
}, 600_000);
