import assert from 'node:assert/strict';
import test from 'node:test';
import { nextPage } from './next-page.ts';

const of = (totalDocs: number, ...held: number[]) =>
  nextPage(
    held.map((rows) => ({ totalDocs, rows })),
    ({ rows }) => rows,
  );

test('of 120 payments in pages of 50 there is more after the first and the second, and nothing after the third', () => {
  assert.deepEqual([of(120, 50), of(120, 50, 50), of(120, 50, 50, 20)], [2, 3, undefined]);
});

test('nothing more is offered of an empty list, nor once a page came empty: what was removed meanwhile is not waited for', () => {
  assert.deepEqual([of(0, 0), of(120, 50, 0), nextPage([], () => 0)], [undefined, undefined, undefined]);
});
