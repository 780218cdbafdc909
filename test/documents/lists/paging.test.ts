import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { writeCursor } from '../../../src/schemas/lists/cursor.ts';
import { type ListedDocuments, listedDocuments } from './list-fixtures.ts';

let { service, lea, list } = {} as ListedDocuments;
beforeAll(async () => {
  ({ service, lea, list } = await listedDocuments());
});
afterAll(() => service.close());

test('in every order the cursor pages in both directions over all documents without repeats', async () => {
  for (const orderBy of ['emittedAt', 'dueAt', 'number', 'amount', 'customer', 'recursOn'])
    for (const orderDirection of ['ASC', 'DESC']) {
      const whole = (await list({ orderBy, orderDirection, limit: 100 })).docs.map(({ id }: { id: string }) => id);
      const read: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await list({ orderBy, orderDirection, limit: 4, ...(cursor && { cursor }) });
        read.push(...page.docs.map(({ id }: { id: string }) => id));
        cursor = page.nextCursor;
        if (!cursor) break;
      }
      assert.deepEqual(read, whole, `${orderBy} ${orderDirection}`);
    }
  const numbers = (
    await list({ orderBy: 'number', orderDirection: 'DESC', type: 'invoice', state: ['finalized', 'paid'] })
  ).docs;
  assert.deepEqual(
    numbers.map(({ number }: { number: string }) => number),
    numbers
      .map(({ number }: { number: string }) => number)
      .toSorted()
      .toReversed(),
  );
  const forged = { by: 'amount', direction: 'ASC', after: 'DROP', id: lea };
  assert.equal(
    (await service.call('get-billings', { query: { cursor: writeCursor(forged) } })).refused,
    'input_invalid',
  );
});

test('the count without filters covers the mode and is returned on request only', async () => {
  const all = (await list({})).totalDocs;
  const counted = await list({ state: 'paid', countWithoutFilters: 'true' });
  assert.deepEqual([counted.totalDocs, counted.countWithoutFilters], [1, all]);
  assert.equal((await list({ state: 'paid' })).countWithoutFilters, 1);
  assert.equal((await list({ search: 'oeuvrard', test: 'true', countWithoutFilters: '1' })).countWithoutFilters, 1);
});

test('pages and cursors return every document once, newest first', async () => {
  const { docs: all, totalDocs } = await list({ limit: 100 });
  const order = all.map(({ id }: { id: string }) => id);
  assert.equal(new Set(order).size, totalDocs);
  const days = all.map(({ emittedAt }: { emittedAt: number }) => emittedAt);
  assert.deepEqual(
    days,
    [...days].sort((a, b) => b - a),
  );
  for (const limit of [1, 3, 4]) {
    const byPage: string[] = [];
    for (let page = 1; page !== 0; ) {
      const answer = await list({ limit, page });
      byPage.push(...answer.docs.map(({ id }: { id: string }) => id));
      assert.deepEqual([answer.hasPrevPage, answer.prevPage], [page > 1, page - 1]);
      assert.equal(answer.totalPages, Math.ceil(totalDocs / limit));
      page = answer.nextPage;
    }
    assert.deepEqual(byPage, order);
    const byCursor: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor; first = false) {
      const answer = await list({ limit, ...(cursor && { cursor }) });
      byCursor.push(...answer.docs.map(({ id }: { id: string }) => id));
      assert.equal(answer.totalDocs, totalDocs);
      cursor = answer.nextCursor;
    }
    assert.deepEqual(byCursor, order);
  }
});
