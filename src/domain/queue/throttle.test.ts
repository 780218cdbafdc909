import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lanes } from './queues.ts';
import { THROTTLE_MS_MAX, throttleMs } from './throttle.ts';

test('after an invoice created in 20 ms the worker pauses 180 ms, after 200 ms on a busy machine 1,800, and never more than 2 s', () => {
  const rest = (ranMs: number) => throttleMs(lanes.recurrences, { ranMs, waitedSeconds: 60 });
  assert.deepEqual([20, 200, 9_000].map(rest), [180, 1_800, THROTTLE_MS_MAX]);
});

test('jobs that have waited half their late time run without pause; queues that users wait for never pause', () => {
  const { lateSeconds } = lanes.recurrences;
  const run = { ranMs: 20, waitedSeconds: lateSeconds / 2 };
  assert.equal(throttleMs(lanes.recurrences, run), 180);
  assert.equal(throttleMs(lanes.recurrences, { ...run, waitedSeconds: lateSeconds / 2 + 1 }), 0);
  assert.equal(throttleMs(lanes.delivery, { ranMs: 20, waitedSeconds: 0 }), 0);
});

test('while creating 10,000 invoices a process uses at most a fifth of one processor', () => {
  const { places, restsTimes } = lanes.recurrences;
  assert.ok(places.inAll / (1 + restsTimes) <= 0.2);
});
