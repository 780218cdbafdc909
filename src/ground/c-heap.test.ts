import assert from 'node:assert/strict';
import { test } from 'node:test';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { trimHeap } from './c-heap.ts';

const PIECE_BYTES = 16 * 1024;
const PIECES = 8_000;
const MIB = 1024 ** 2;

v8.setFlagsFromString('--expose-gc');
const collect: (options: object) => void = runInNewContext('gc');
const residentMib = (): number => process.memoryUsage.rss() / MIB;

test('of 125 MiB that were freed between pieces that live on, most goes back to the system; control: until then it does not', (t) => {
  const before = residentMib();
  const pieces = Array.from({ length: PIECES }, () => Buffer.allocUnsafeSlow(PIECE_BYTES).fill(1));
  const held = residentMib() - before;
  const living = pieces.filter((_, at) => at % 16 === 0);
  pieces.length = 0;
  collect({ type: 'major', execution: 'sync' });
  const freed = residentMib() - before;
  if (!trimHeap()) return t.skip('this machine has another C library than glibc: nothing is trimmed here');
  const trimmed = residentMib() - before;
  t.diagnostic(`${held.toFixed(0)} MiB held, ${freed.toFixed(0)} once freed, ${trimmed.toFixed(0)} once trimmed`);
  assert.equal(living.length, PIECES / 16);
  assert.ok(freed > 0.7 * held, 'what was freed is gone without being trimmed: the test proves nothing');
  assert.ok(trimmed < 0.4 * held);
});
