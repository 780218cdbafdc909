import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { Books } from '../../../test/support/documents/example-books.ts';
import { PAPER, purchaser } from '../../../test/support/documents/purchases.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// A register of 100,000 purchases in 2025, the most of a year.

const LINES = 100_000;
const BATCH = 20_000;
/** Milliseconds; the usual time is below 200. */
const PAGE_MS_MAX = 1_000;

const FILL = sql`
  insert into billing.purchase (account_id, id, test, paid_on, number, supplier_name, supplier_key, nature, amount_cents,
    deductible_vat_cents, method, created_at)
  select $1, gen_random_uuid(), false, date '2025-01-01' + n % 365, n, 'Miellerie ' || n % 50, 'miellerie ' || n % 50,
    'goods_for_resale', 1000, 52, 'transfer', 0
  from generate_series($2::int, $3::int) n order by n`;

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  const made = await purchaser(service);
  books = made.books;
  const { accountId } = made.caller;
  for (let first = 1; first <= LINES; first += BATCH)
    await inTransaction(service.services.pool, { accountId, test: false }, async (tx) => {
      tx.write(FILL, [accountId, first, first + BATCH - 1]);
      return { commit: true, answer: undefined };
    });
  await service.owner.query('analyze billing.purchase');
}, 120_000);
afterAll(() => service.close());

const YEAR = { from: '2025-01-01', to: '2025-12-31' };

test('line 100,001 of a year is refused, and the next year begins with line 1', async () => {
  const full = await books.ask('record-purchase', { body: { ...PAPER, paidOn: '2025-06-01' } });
  assert.deepEqual([full.refused, (full as { limit?: number }).limit], ['purchases_of_year_full', LINES]);
  assert.equal((await books.done('record-purchase', undefined, PAPER)).number, 1);
});

test('of 100,000 lines a page, the totals and the suppliers are read in less than a second each', async () => {
  for (const [name, query] of [
    ['list-purchases', { ...YEAR, limit: 100 }],
    ['get-purchases-totals', YEAR],
    ['list-purchase-suppliers', { search: 'miel' }],
  ] as const) {
    const began = performance.now();
    const { json } = await books.ask(name, { query });
    const took = performance.now() - began;
    console.log(`${name}: ${Math.round(took)} ms`);
    assert.ok(took < PAGE_MS_MAX, `${name}: ${took} ms`);
    if (name === 'get-purchases-totals')
      assert.deepEqual([json.total.count, json.total.amount], [LINES, LINES * 1_000]);
    if (name === 'list-purchase-suppliers') assert.equal(json.docs.length, 50);
  }
});

test('a PDF of 100,000 lines is refused with the limit of 2,000; CSV has them all, a thousand at a time', async () => {
  const pdf = await books.ask('download-purchases-register', { query: YEAR });
  assert.deepEqual([pdf.refused, (pdf as { limit?: number }).limit], ['purchases_register_too_long', 2_000]);
  const { json } = await books.ask('export-purchases-register', { query: YEAR });
  assert.equal(json.csv.trimEnd().split('\r\n').length, 1_001);
  const next = await books.ask('export-purchases-register', { query: { ...YEAR, after: json.next } });
  assert.equal(next.json.csv.trimEnd().split('\r\n').length, 1_000);
});
