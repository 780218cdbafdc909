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

/** Node names the glibc it runs on, and none where the C library is another. */
const hasGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

test('of 125 MiB that were freed between pieces that live on, most goes back to the system; control: until then it does not', (t) => {
  // Another C library has no word for it: nothing is done, and that is said.
  if (!hasGlibc) return assert.equal(trimHeap(), false);
  const before = residentMib();
  const pieces = Array.from({ length: PIECES }, () => Buffer.allocUnsafeSlow(PIECE_BYTES).fill(1));
  const held = residentMib() - before;
  const living = pieces.filter((_, at) => at % 16 === 0);
  pieces.length = 0;
  collect({ type: 'major', execution: 'sync' });
  const freed = residentMib() - before;
  assert.equal(trimHeap(), true);
  const trimmed = residentMib() - before;
  t.diagnostic(`${held.toFixed(0)} MiB held, ${freed.toFixed(0)} once freed, ${trimmed.toFixed(0)} once trimmed`);
  assert.equal(living.length, PIECES / 16);
  assert.ok(freed > 0.7 * held, 'what was freed is gone without being trimmed: the test proves nothing');
  assert.ok(trimmed < 0.4 * held);
});
