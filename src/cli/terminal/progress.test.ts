import assert from 'node:assert/strict';
import { test } from 'vitest';
import { progressLine, progressOn } from './progress.ts';

test('progress is drawn on a terminal, at most ten times a second, and cleared at the end', () => {
  const written: string[] = [];
  let clock = 0;
  const terminal = { isTTY: true, write: (text: string) => written.push(text) };
  const progress = progressOn(terminal, () => clock);
  for (const at of [0, 50, 99, 100]) {
    clock = at;
    progress.show(at, 100);
  }
  progress.end();
  assert.equal(written.length, 3);
  assert.match(written[1] ?? '', /█{30} 100 %$/);
  assert.equal(written[2], '\r\u001b[2K');
});

test('a file or a pipe gets no progress', () => {
  const written: string[] = [];
  const progress = progressOn({ write: (text) => written.push(text) });
  progress.show(1, 2);
  progress.end();
  assert.deepEqual(written, []);
});

test('half is 50 %, and an empty task is complete', () => {
  assert.equal(progressLine(1, 2), `${'█'.repeat(15)}${'─'.repeat(15)}  50 %`);
  assert.match(progressLine(0, 0), /100 %$/);
});
