import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanes } from './queues.ts';
import { THROTTLE_MS_MAX, throttleMs } from './throttle.ts';

test('a place that made an invoice in 20 ms rests 180, on a machine so busy that it took 200 it rests 1,800, and never more than 2 s', () => {
  const rest = (ranMs: number) => throttleMs(lanes.recurrences, { ranMs, waitedSeconds: 60 });
  assert.deepEqual([20, 200, 9_000].map(rest), [180, 1_800, THROTTLE_MS_MAX]);
});

test('what waits for half the time after which it is late is made without a rest; what others wait for never rests', () => {
  const { lateSeconds } = lanes.recurrences;
  const given = { ranMs: 20, waitedSeconds: lateSeconds / 2 };
  assert.equal(throttleMs(lanes.recurrences, given), 180);
  assert.equal(throttleMs(lanes.recurrences, { ...given, waitedSeconds: lateSeconds / 2 + 1 }), 0);
  assert.equal(throttleMs(lanes.delivery, { ranMs: 20, waitedSeconds: 0 }), 0);
});

test('at work on 10,000 invoices, a process holds at most a fifth of one processor', () => {
  const { places, restsTimes } = lanes.recurrences;
  assert.ok(places.inAll / (1 + restsTimes) <= 0.2);
});
