import assert from 'node:assert/strict';
import { test } from 'vitest';
import { movedOnTo, shareOfWay, stepOf } from './test-clock.ts';

const at = (moment: string): number => Date.parse(moment) / 1000;
const zone = 'Europe/Paris';
/** 31 January 2027, 10:00 in Paris: both the real time and the account's. */
const now = at('2027-01-31T09:00:00Z');
const moved = (requested: object, times = { now, realNow: now }) => movedOnTo(requested, { ...times, zone });

test('moved by days, months or to a day, the clock keeps the time of day, also in summer; a month from 31 January is 28 February', () => {
  assert.equal(moved({ days: 1 }), at('2027-02-01T09:00:00Z'));
  assert.equal(moved({ months: 1 }), at('2027-02-28T09:00:00Z'));
  assert.equal(moved({ until: '2027-07-14' }), at('2027-07-14T08:00:00Z'));
});

test('it only moves forward: today and yesterday are refused', () => {
  for (const until of ['2027-01-31', '2027-01-30'])
    assert.deepEqual(moved({ until }), { refused: 'test_clock_never_goes_back', now });
});

test('366 days at once, not 367; 3,660 days ahead of real time, not 3,661', () => {
  assert.equal(moved({ until: '2028-02-01' }), at('2028-02-01T09:00:00Z'));
  assert.deepEqual(moved({ until: '2028-02-02' }), {
    refused: 'test_clock_too_far',
    latest: at('2028-02-01T09:00:00Z'),
  });
  const far = { now: now + 3_659 * 86_400, realNow: now };
  assert.equal(moved({ days: 1 }, far), now + 3_660 * 86_400);
  assert.deepEqual(moved({ days: 2 }, far), { refused: 'test_clock_too_far', latest: now + 3_660 * 86_400 });
});

test('a step goes to the first due job on the way, otherwise to the end; it waits for running jobs, and never goes back', () => {
  const moving = { ahead: 1_000, to: 50_000 };
  const realNow = 10_000;
  const due = (dueAt: number, isHeld = false) => stepOf(moving, { realNow, next: { dueAt, isHeld } });
  assert.deepEqual(due(12_000), { step: 'works', ahead: 3_000 });
  assert.deepEqual(due(49_000), { step: 'works', ahead: 40_000 });
  assert.deepEqual(due(49_001), { step: 'arrives', ahead: 40_000 });
  assert.deepEqual(due(9_000), { step: 'works', ahead: 1_000 });
  assert.deepEqual(due(12_000, true), { step: 'waits' });
  assert.deepEqual(stepOf(moving, { realNow }), { step: 'arrives', ahead: 40_000 });
  assert.deepEqual(stepOf({ ahead: 1_000, to: 500 }, { realNow }), { step: 'arrives', ahead: 1_000 });
});

test('a move from 100 to 300 is half done at 200, and complete from 300 on', () => {
  assert.deepEqual(
    [100, 200, 300, 400].map((at) => shareOfWay({ from: 100, to: 300 }, at)),
    [0, 0.5, 1, 1],
  );
});
