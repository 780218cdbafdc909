import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withDay } from './period-of-days.ts';

const march = { from: '2026-03-01', to: '2026-03-31' };

test('the first day entered proposes the rest of its month: 10 February 2028 to 29 February', () => {
  assert.deepEqual(withDay(null, 'from', '2028-02-10'), { from: '2028-02-10', to: '2028-02-29' });
  assert.deepEqual(withDay(null, 'to', '2026-03-15'), { from: '2026-03-01', to: '2026-03-15' });
});

test('the other day stays, unless the period would end before it begins', () => {
  assert.deepEqual(withDay(march, 'to', '2026-04-15'), { from: '2026-03-01', to: '2026-04-15' });
  assert.deepEqual(withDay(march, 'from', '2026-04-10'), { from: '2026-04-10', to: '2026-04-30' });
  assert.deepEqual(withDay(march, 'to', '2026-02-10'), { from: '2026-02-01', to: '2026-02-10' });
});

test('an empty day removes the period', () => {
  assert.equal(withDay(march, 'to', undefined), null);
});
