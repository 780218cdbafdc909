import assert from 'node:assert/strict';
import { test } from 'vitest';
import { drawnOf } from './virtual-rows.ts';

const high = { row: 40, title: 44 };

test('of 100,000 rows only the visible ones are rendered, the rest is empty space', () => {
  const [drawn] = drawnOf([{ count: 100_000, hasTitle: false }], { top: 40_000, bottom: 41_000, ...high });
  assert.deepEqual(drawn, { from: 1_000, to: 1_025, above: 40_000, below: (100_000 - 1_025) * 40 });
});

test('groups above and below the window keep their height', () => {
  const groups = [
    { count: 10, hasTitle: true },
    { count: 10, hasTitle: true },
    { count: 10, hasTitle: true },
  ];
  // 444 pixels each: the window is in the second group.
  const drawn = drawnOf(groups, { top: 444, bottom: 888, ...high });
  assert.deepEqual(
    drawn.map(({ from, to, above, below }) => [from, to, above, below]),
    [
      [10, 10, 400, 0],
      [0, 10, 0, 0],
      [0, 0, 0, 400],
    ],
  );
});
