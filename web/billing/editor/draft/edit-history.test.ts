import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emptyHistory, redone, remembered, undone } from './edit-history.ts';
import { moved } from './move-item.ts';

const typed = (title: string, before: string, at: number) => ({
  ...{ what: 'title', before: { title: before }, after: { title }, at },
});

test('keystrokes in one field are one step, a pause begins another, and undo applies the inverse edit', () => {
  let history = remembered(emptyHistory, typed('A', '', 1_000));
  history = remembered(history, typed('Au', 'A', 1_200));
  history = remembered(history, typed('Audit', 'Au', 9_000));
  const first = undone(history);
  assert.deepEqual(first?.edit, { title: 'Au' });
  const second = undone(first?.history ?? emptyHistory);
  assert.deepEqual(second?.edit, { title: '' });
  assert.equal(undone(second?.history ?? emptyHistory), undefined);
  const again = redone(second?.history ?? emptyHistory);
  assert.deepEqual(again?.edit, { title: 'Au' });
});

test('a new edit clears the redo history, and is never merged into a redone step', () => {
  const back = undone(remembered(emptyHistory, typed('Audit', '', 1_000)));
  const again = redone(back?.history ?? emptyHistory);
  const after = remembered(again?.history ?? emptyHistory, typed('Audits', 'Audit', 1_100));
  assert.deepEqual([after.done.length, redone(after)], [2, undefined]);
});

test('a line moves to a position within the bounds of the list', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 1), ['a', 'c', 'b']);
  const list = ['a', 'b'];
  assert.equal(moved(list, 0, -1), list);
  assert.equal(moved(list, 1, 9), list);
  assert.equal(moved(list, 7, 0), list);
});
