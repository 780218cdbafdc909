// Loaded first into the attacked server (`--import`). It reports stalls and JavaScript memory. CPU
// time of the main thread counts: a server waiting for a CPU has not stalled.
import { getHeapStatistics } from 'node:v8';
import type { Told } from './server-under-load.ts';

const BEAT_MS = 10;
const HEAP_EVERY_MS = 50;
/** Milliseconds of uninterrupted work that are reported. */
const WORTH_TELLING_MS = 60;

let before = { at: performance.now(), worked: worked() };
let heapTold = 0;

setInterval(() => {
  const now = { at: performance.now(), worked: worked() };
  const ms = Math.min(now.at - before.at, now.worked - before.worked);
  if (ms >= WORTH_TELLING_MS) {
    const to = performance.timeOrigin + now.at;
    tell({ stalled: { ms, from: to - (now.at - before.at), to } });
  }
  before = now;
  if (now.at - heapTold < HEAP_EVERY_MS) return;
  heapTold = now.at;
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  tell({ heap: { usedMb: used / 2 ** 20, externalMb: external / 2 ** 20 } });
}, BEAT_MS).unref();

/** CPU milliseconds of this thread. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function tell(told: Told): void {
  if (process.connected) process.send?.(told, undefined, undefined, () => {});
}
