import assert from 'node:assert/strict';
import { test } from 'vitest';
import { outcomeOfAttempt, retryAfterSeconds } from './retry-schedule.ts';

const now = Date.UTC(2026, 2, 2, 9) / 1000;
const failed = { status: 500, taken: false };
const waitAfter = (before: number, chance = 0.5, tried: object = {}): number | string => {
  const outcome = outcomeOfAttempt({ ...failed, ...tried }, { before, now, chance });
  return outcome.state === 'waiting' ? outcome.nextAt - now : outcome.state;
};

test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then no more', () => {
  const hour = 3600;
  const waits = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  assert.deepEqual(
    [...waits, 'given_up'],
    Array.from({ length: 10 }, (_, before) => waitAfter(before)),
  );
  // 75 hours, 35 minutes and 5 seconds.
  assert.equal(
    waits.reduce((a, b) => a + b),
    272_105,
  );
});

test('a delay has a jitter of a fifth both ways', () => {
  assert.deepEqual([waitAfter(1, 0), waitAfter(1, 0.999_999)], [240, 360]);
  assert.deepEqual([waitAfter(8, 0), waitAfter(8, 0.999_999_9)], [69_120, 103_680]);
  for (let at = 0; at < 100; at++) {
    const wait = waitAfter(3, at / 100) as number;
    assert.ok(wait >= 5_760 && wait <= 8_640);
  }
});

test('an accepted delivery is done, at whichever attempt', () => {
  for (const before of [0, 9])
    assert.equal(outcomeOfAttempt({ status: 204, taken: true }, { before, now, chance: 0 }).state, 'delivered');
});

test('a Retry-After on 429 and 503 is respected, up to a day', () => {
  assert.equal(waitAfter(0, 0.5, { status: 429, retryAfter: 600 }), 600);
  assert.equal(waitAfter(0, 0.5, { status: 503, retryAfter: 1 }), 5);
  assert.equal(waitAfter(0, 0.5, { status: 503, retryAfter: 10_000_000 }), 86_400);
  assert.equal(waitAfter(0, 0.5, { status: 500, retryAfter: 600 }), 5);
});

test('Retry-After is seconds or an HTTP date; anything else is ignored', () => {
  assert.equal(retryAfterSeconds('120', now), 120);
  assert.equal(retryAfterSeconds(' 0 ', now), 0);
  assert.equal(retryAfterSeconds('Mon, 02 Mar 2026 09:02:00 GMT', now), 120);
  assert.equal(retryAfterSeconds('Mon, 02 Mar 2026 08:00:00 GMT', now), 0);
  for (const nothing of [undefined, '', '-5', '1.5', 'soon', '2026-03-02', '99999999999', 'Mon, never'])
    assert.equal(retryAfterSeconds(nothing, now), undefined, nothing);
});
