import assert from 'node:assert/strict';
import { test } from 'vitest';
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

test('of two advances planned on an estimate, the second is requested after the first, and no third one', () => {
  assert.equal(nextPlannedAdvance(announced())?.place, 0);
  assert.deepEqual(nextPlannedAdvance(announced({})), { planned: { mode: 'AMOUNT', value: 50_000 }, place: 1 });
  assert.equal(nextPlannedAdvance(announced({}, {})), undefined);
});

test('a planned advance that was canceled is requested again', () => {
  assert.equal(nextPlannedAdvance(announced({ canceledAt: 1_772_406_000 }))?.place, 0);
  assert.equal(nextPlannedAdvance(announced({}, { canceledAt: 1_772_406_000 }))?.place, 1);
});
