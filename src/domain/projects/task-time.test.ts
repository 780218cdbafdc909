import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tenThousandths } from '../money/ten-thousandths.ts';
import { quantityOfTime, unitOfTime } from './task-time.ts';

test('50 minutes are 0.8333 hours, 90 are 1.5; an entered quantity takes precedence; without both nothing is billed', () => {
  assert.equal(quantityOfTime({ timeSpent: 50 }, undefined), tenThousandths(0.8333));
  assert.equal(quantityOfTime({ timeSpent: 90 }, undefined), tenThousandths(1.5));
  assert.equal(quantityOfTime({ timeSpent: 90 }, tenThousandths(2)), tenThousandths(2));
  assert.deepEqual(quantityOfTime({ timeSpent: 0 }, undefined), { refused: 'task_time_missing' });
  assert.deepEqual(quantityOfTime({}, undefined), { refused: 'task_time_missing' });
});

test('counted time is in hours, and not priced by the day; an entered quantity is in the unit of its product', () => {
  const day = { unit: 'day' } as const;
  const refused = { refused: 'product_not_by_the_hour', unit: 'day' };
  assert.deepEqual(unitOfTime(day, { isCounted: true, takesPrice: true }), refused);
  assert.equal(unitOfTime(day, { isCounted: true, takesPrice: false }), 'hour');
  assert.equal(unitOfTime(day, { isCounted: false, takesPrice: true }), 'day');
  assert.equal(unitOfTime({ unit: 'hour' }, { isCounted: true, takesPrice: true }), 'hour');
  assert.equal(unitOfTime(undefined, { isCounted: false, takesPrice: false }), 'hour');
});
