import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction } from '../transaction.ts';
import { openYear } from './number-series.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

test('a transaction restarts if another one opened a year while it waited for the audit chain, so that locks stay in order', async () => {
  const { services, live } = service;
  const books = booksOf(service);
  await books.company();
  await books.finalized(books.invoice(await books.contact()));
  const series = { test: false, prefix: 'F', year: 2026 };
  const late = inTransaction(services.pool, live, async (tx) => ({
    commit: true,
    answer: await openYear(tx, [], series),
  }));
  await assert.rejects(late, { code: '40001' });
});

test('many concurrent first documents of a year all get their numbers', async () => {
  const books = booksOf(service);
  const customer = await books.contact();
  const drafts = await Promise.all(Array.from({ length: 30 }, () => books.estimate(customer)));
  const numbers = await Promise.all(drafts.map(async (draft) => (await books.finalized(draft)).number));
  const expected = drafts.map((_, at) => `D-2026-${String(at + 1).padStart(4, '0')}`);
  assert.deepEqual(numbers.toSorted(), expected);
});
