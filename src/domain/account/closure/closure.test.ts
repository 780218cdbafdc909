import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bookedOn, type Closure, isOver, type LastClosed, periodAwaiting } from './closure.ts';
import { dayAfter, endsAt, nameOf, periodOf } from './period.ts';

const PARIS = 'Europe/Paris';
const at = (iso: string): number => Date.parse(iso) / 1000;
const closedOn = (kind: Closure['kind'], startsOn: string): LastClosed => ({ [kind]: { kind, startsOn } as Closure });

test('a day of Paris ends at midnight of Paris: 23 hours after it began in March, 25 in October', () => {
  assert.equal(endsAt({ kind: 'day', startsOn: '2026-03-29' }, PARIS), at('2026-03-30T00:00:00+02:00'));
  assert.equal(endsAt({ kind: 'day', startsOn: '2026-10-25' }, PARIS), at('2026-10-26T00:00:00+01:00'));
  assert.equal(endsAt({ kind: 'month', startsOn: '2028-02-01' }, PARIS), at('2028-03-01T00:00:00+01:00'));
  assert.equal(endsAt({ kind: 'year', startsOn: '2026-01-01' }, PARIS), at('2027-01-01T00:00:00+01:00'));
});

test('29 February 2028 lies in 2028-02 and in 2028, and 1 March follows it', () => {
  const day = '2028-02-29';
  const names = (['day', 'month', 'year'] as const).map((kind) => nameOf(periodOf(kind, day)));
  assert.deepEqual(names, ['2028-02-29', '2028-02', '2028']);
  assert.equal(dayAfter({ kind: 'day', startsOn: day }), '2028-03-01');
});

test('a day is closed two minutes after midnight, not before: work that began before midnight is still recorded in it', () => {
  const day = { kind: 'day', startsOn: '2026-03-02' } as const;
  const midnight = at('2026-03-03T00:00:00+01:00');
  assert.ok(!isOver(day, { zone: PARIS, now: midnight + 119 }));
  assert.ok(isOver(day, { zone: PARIS, now: midnight + 120 }));
});

test('an event of a day that is already closed belongs to the first open day', () => {
  const late = at('2026-03-02T23:59:59+01:00');
  assert.equal(bookedOn(late, {}, PARIS), '2026-03-02');
  assert.equal(bookedOn(late, closedOn('day', '2026-03-02'), PARIS), '2026-03-03');
  // The account moved from Paris to New York: 1 April 01:00 in Paris is 31 March there. If March is
  // already closed, the event is booked on 1 April.
  const inNewYork = at('2026-04-01T01:00:00+02:00');
  assert.equal(bookedOn(inNewYork, closedOn('day', '2026-03-28'), 'America/New_York'), '2026-03-31');
  assert.equal(
    bookedOn(inNewYork, { ...closedOn('day', '2026-03-28'), ...closedOn('month', '2026-03-01') }, 'America/New_York'),
    '2026-04-01',
  );
});

test('a month is due for closure once a day of it is closed and none is open, and after it the year', () => {
  assert.equal(periodAwaiting({}, '2026-03-02'), undefined);
  const day = closedOn('day', '2026-03-28');
  assert.deepEqual(periodAwaiting(day, undefined), { kind: 'month', startsOn: '2026-03-01' });
  assert.equal(periodAwaiting(day, '2026-03-31'), undefined);
  assert.deepEqual(periodAwaiting(day, '2026-04-01'), { kind: 'month', startsOn: '2026-03-01' });
  const month = { ...day, ...closedOn('month', '2026-03-01') };
  assert.deepEqual(periodAwaiting(month, undefined), { kind: 'year', startsOn: '2026-01-01' });
  assert.equal(periodAwaiting(month, '2026-04-02'), undefined);
  assert.equal(periodAwaiting({ ...month, ...closedOn('year', '2026-01-01') }, undefined), undefined);
  // The year 2025 is closed; March 2026 belongs to the next year.
  assert.deepEqual(periodAwaiting({ ...month, ...closedOn('year', '2025-01-01') }, undefined), {
    kind: 'year',
    startsOn: '2026-01-01',
  });
});
