import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPlannedAdvance } from './next-planned-advance.ts';

const announced = (...advances: object[]) =>
  ({
    advanceEstimateLines: {
      advances: [
        { mode: 'PERCENTAGE', value: 3000 },
        { mode: 'AMOUNT', value: 50_000 },
      ],
    },
    advances,
  }) as never;

test('of two advances an offer announced, the second is asked for once the first was, and none after it', () => {
  assert.equal(nextPlannedAdvance(announced())?.place, 0);
  assert.deepEqual(nextPlannedAdvance(announced({})), { planned: { mode: 'AMOUNT', value: 50_000 }, place: 1 });
  assert.equal(nextPlannedAdvance(announced({}, {})), undefined);
});

test('an announced advance that was canceled is asked for again', () => {
  assert.equal(nextPlannedAdvance(announced({ canceledAt: 1_772_406_000 }))?.place, 0);
  assert.equal(nextPlannedAdvance(announced({}, { canceledAt: 1_772_406_000 }))?.place, 1);
});
