import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { trimHeap } from './c-heap.ts';

const PIECE_BYTES = 16 * 1024;
const PIECES = 8_000;

v8.setFlagsFromString('--expose-gc');
const collect: (options: object) => void = runInNewContext('gc');

/** Memory of our own that is in use, without pages of files, which the system takes back and brings in as it likes. */
function residentMib(): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** All that can go goes at once: a simple clearing may end one that was begun while what it is to free was still in use. */
const clearAll = (): void => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });

/** Node names the glibc it runs on, and none where the C library is another. */
const hasGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

test('of 125 MiB that were freed between pieces that live on, most goes back to the system; control: until then it does not', (t) => {
  // Another C library has no word for it: nothing is done, and that is said.
  if (!hasGlibc) return assert.equal(trimHeap(), false);
  // What was loaded and compiled before leaves nothing to be freed along with the pieces.
  clearAll();
  assert.equal(trimHeap(), true);
  const before = residentMib();
  const pieces = Array.from({ length: PIECES }, () => Buffer.allocUnsafeSlow(PIECE_BYTES).fill(1));
  const held = residentMib() - before;
  const living = pieces.filter((_, at) => at % 16 === 0);
  pieces.length = 0;
  clearAll();
  const freed = residentMib() - before;
  assert.equal(trimHeap(), true);
  const trimmed = residentMib() - before;
  const seen = `${held.toFixed(0)} MiB held, ${freed.toFixed(0)} once freed, ${trimmed.toFixed(0)} once trimmed`;
  t.diagnostic(seen);
  assert.equal(living.length, PIECES / 16);
  assert.ok(freed > 0.7 * held, `what was freed is gone without being trimmed, and nothing is proven: ${seen}`);
  assert.ok(trimmed < 0.4 * held, seen);
});
