import assert from 'node:assert/strict';
import { test } from 'vitest';
import { startOfDay } from '../domain/time/civil-day.ts';
import { daysToTimestamps, hasDays } from './days-to-timestamps.ts';

const inParis = (day: string): number => startOfDay(day, 'Europe/Paris');

test('a day becomes the first second of that day in Paris; null and what is absent stay', () => {
  const said = { emittedAt: '2026-03-02', customDueDate: null, title: 'Mars' };
  assert.deepEqual(daysToTimestamps(said, ['emittedAt', 'customDueDate', 'deliveryDate'], inParis), {
    emittedAt: Date.parse('2026-03-02T00:00:00+01:00') / 1000,
    customDueDate: null,
    title: 'Mars',
  });
});

test('a path through a list means each of its entries', () => {
  const said = { payments: [{ amount: 1, receivedAt: '2026-07-01' }, { amount: 2 }] };
  assert.deepEqual(daysToTimestamps(said, ['payments.receivedAt'], inParis), {
    payments: [{ amount: 1, receivedAt: Date.parse('2026-07-01T00:00:00+02:00') / 1000 }, { amount: 2 }],
  });
});

test('only parameters that hold a day need the zone of the account', () => {
  assert.equal(hasDays({ doneAt: null }, ['doneAt']), false);
  assert.equal(hasDays({ doneAt: '2026-03-02' }, ['doneAt']), true);
  assert.equal(hasDays({ payments: [] }, ['payments.receivedAt']), false);
});
