import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nextPage } from './next-page.ts';

const of = (totalDocs: number, ...held: number[]) =>
  nextPage(
    held.map((rows) => ({ totalDocs, rows })),
    ({ rows }) => rows,
  );

test('of 120 payments in pages of 50 there is a next page after the first and the second, and none after the third', () => {
  assert.deepEqual([of(120, 50), of(120, 50, 50), of(120, 50, 50, 20)], [2, 3, undefined]);
});

test('an empty list, or an empty next page after a deletion, offers no further page', () => {
  assert.deepEqual([of(0, 0), of(120, 50, 0), nextPage([], () => 0)], [undefined, undefined, undefined]);
});
