import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pageJson } from './page.ts';

const page = (given: { total: number; limit: number; page?: number; nextCursor?: string }) => {
  const { docs: _, ...rest } = pageJson({ docs: [], page: undefined, nextCursor: undefined, ...given });
  return rest;
};

test('the second of three pages has both neighbours', () => {
  assert.deepEqual(page({ total: 45, limit: 20, page: 2 }), {
    totalDocs: 45,
    limit: 20,
    page: 2,
    totalPages: 3,
    hasNextPage: true,
    hasPrevPage: true,
    nextPage: 3,
    prevPage: 1,
    countWithoutFilters: 45,
  });
});

test('an empty list is one page without neighbours', () => {
  const { totalPages, hasNextPage, hasPrevPage, nextPage, prevPage } = page({ total: 0, limit: 20, page: 1 });
  assert.deepEqual([totalPages, hasNextPage, hasPrevPage, nextPage, prevPage], [1, false, false, 0, 0]);
});

test('a cursor page has no number and returns the cursor of the next page', () => {
  const read = page({ total: 45, limit: 20, nextCursor: 'abc' });
  assert.deepEqual([read.page, read.hasNextPage, read.nextPage, read.nextCursor], [0, true, 0, 'abc']);
});
